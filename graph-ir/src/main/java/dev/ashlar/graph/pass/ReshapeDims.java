// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.Dim;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.syntax.Position;
import java.util.ArrayList;
import java.util.List;

/// Resolves the sizes of a reshape, among them a -1 that stands for what is left.
final class ReshapeDims {
    /// Stands for the size that is left; no symbol is called so.
    private static final Dim OPEN = Dim.of("-1");

    private ReshapeDims() {}

    static List<Dim> of(TensorType source, Staged.Items shape, Position position) {
        List<Dim> dims = new ArrayList<>();
        for (Staged size : shape.values()) {
            switch (size) {
                case Staged.Int integer when integer.value() > 0 -> dims.add(Dim.of(integer.value()));
                case Staged.Int integer when integer.value() == -1 && !dims.contains(OPEN) -> dims.add(OPEN);
                case Staged.Sym symbol -> dims.add(Dim.of(symbol.name()));
                default ->
                    throw new EvaluationFailure(
                            position, "reshape: a size is %s, expected at least 1, or -1 once", size.described());
            }
        }
        if (dims.contains(OPEN)) {
            dims.set(dims.indexOf(OPEN), left(source, dims, position));
        }
        return dims;
    }

    private static Dim left(TensorType source, List<Dim> dims, Position position) {
        List<Dim> symbols = new ArrayList<>(source.dims());
        symbols.removeIf(Dim.Fixed.class::isInstance);
        long taken = 1;
        boolean fits = true;
        for (Dim dim : dims) {
            switch (dim) {
                case Dim.Fixed fixed -> taken = Math.multiplyExact(taken, fixed.size());
                case Dim.Symbol symbol -> fits &= symbol.equals(OPEN) || symbols.remove(symbol);
            }
        }
        long all = 1;
        for (Dim dim : source.dims()) {
            all = Math.multiplyExact(all, dim instanceof Dim.Fixed fixed ? fixed.size() : 1);
        }
        if (fits && symbols.isEmpty() && all % taken == 0) {
            return Dim.of(all / taken);
        }
        if (fits && symbols.size() == 1 && all == taken) {
            return symbols.getFirst();
        }
        throw new EvaluationFailure(position, "reshape: -1 of %s does not come out as one size", source);
    }
}
