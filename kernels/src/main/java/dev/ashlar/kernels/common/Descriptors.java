// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.common;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelFactory;
import dev.ashlar.runtime.kernel.KernelKey;
import dev.ashlar.runtime.kernel.Numerics;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.kernel.Requirement;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Makes descriptors of kernels by the naming rule: operation, what distinguishes its keys, family.
///
/// @param family ends every name
/// @param requirement what the family needs of the JVM
public record Descriptors(String family, Requirement requirement) {
    /// The largest number of operands of a `concat`; each number is a key of its own.
    public static final int LARGEST_CONCAT = 16;

    /// Makes a descriptor of a kernel whose operands are contiguous.
    ///
    /// @param name operation, then after dots what distinguishes the key; without the family
    /// @param unitsPerNanosecond throughput of one thread
    /// @param factory binds it
    /// @param operands formats of the operands
    /// @return the descriptor
    public KernelDescriptor dense(String name, double unitsPerNanosecond, KernelFactory factory, Format... operands) {
        return dense(name, signature -> Optional.empty(), unitsPerNanosecond, factory, operands);
    }

    /// Makes a descriptor of a kernel whose operands are contiguous, with a precondition.
    ///
    /// @param name operation, then after dots what distinguishes the key; without the family
    /// @param precondition the reason why it refuses a signature, or empty
    /// @param unitsPerNanosecond throughput of one thread
    /// @param factory binds it
    /// @param operands formats of the operands
    /// @return the descriptor
    public KernelDescriptor dense(
            String name,
            Function<Signature, Optional<String>> precondition,
            double unitsPerNanosecond,
            KernelFactory factory,
            Format... operands) {
        int dot = name.indexOf('.');
        String op = dot < 0 ? name : name.substring(0, dot);
        List<OperandKey> keys =
                Arrays.stream(operands).map(OperandKey::contiguous).toList();
        return new KernelDescriptor(
                name + "." + family,
                family,
                new KernelKey(op, keys, Numerics.EXACT),
                requirement,
                precondition,
                unitsPerNanosecond,
                factory);
    }

    /// Makes a descriptor of a `linear` kernel.
    ///
    /// @param activations F32 for [Numerics#EXACT], the int8 format for [Numerics#Q8]
    /// @param weight format of the weight
    /// @param layout of the weight
    /// @param unitsPerNanosecond throughput of one thread in weights
    /// @param factory binds it
    /// @return the descriptor
    public KernelDescriptor linear(
            Format activations, Format weight, LayoutClass layout, double unitsPerNanosecond, KernelFactory factory) {
        Numerics numerics = activations == Format.F32 ? Numerics.EXACT : Numerics.Q8;
        String q8 = numerics == Numerics.Q8 ? ".q8" : "";
        KernelKey key = new KernelKey(
                "linear", List.of(OperandKey.contiguous(activations), new OperandKey(weight, layout)), numerics);
        return weighted("linear", weight, layout, q8, key, unitsPerNanosecond, factory);
    }

    /// Makes a descriptor of an `embed` kernel.
    ///
    /// @param weight format of the table
    /// @param layout of the table
    /// @param unitsPerNanosecond throughput of one thread in weights
    /// @param factory binds it
    /// @return the descriptor
    public KernelDescriptor embed(Format weight, LayoutClass layout, double unitsPerNanosecond, KernelFactory factory) {
        KernelKey key = new KernelKey(
                "embed", List.of(new OperandKey(weight, layout), OperandKey.contiguous(Format.I32)), Numerics.EXACT);
        return weighted("embed", weight, layout, "", key, unitsPerNanosecond, factory);
    }

    /// Makes a descriptor of a `bitnet_gemv` kernel, which quantizes f32 activations itself.
    ///
    /// @param weight ternary format of the weight
    /// @param layout of the weight
    /// @param unitsPerNanosecond throughput of one thread in weights
    /// @param factory binds it
    /// @return the descriptor
    public KernelDescriptor bitnet(
            Format weight, LayoutClass layout, double unitsPerNanosecond, KernelFactory factory) {
        KernelKey key = new KernelKey(
                "bitnet_gemv", List.of(OperandKey.contiguous(Format.F32), new OperandKey(weight, layout)), Numerics.Q8);
        return weighted("bitnet_gemv", weight, layout, ".q8", key, unitsPerNanosecond, factory);
    }

    private KernelDescriptor weighted(
            String op,
            Format weight,
            LayoutClass layout,
            String suffix,
            KernelKey key,
            double unitsPerNanosecond,
            KernelFactory factory) {
        String name = op + "." + weight.spelling() + "." + layout.spelling() + suffix + "." + family;
        return new KernelDescriptor(
                name, family, key, requirement, signature -> Optional.empty(), unitsPerNanosecond, factory);
    }

    /// Returns a precondition: the result must be of a format, where the key does not say it.
    ///
    /// @param format wanted
    /// @return the precondition
    public static Function<Signature, Optional<String>> resultIs(Format format) {
        return signature -> signature.result().format() == format
                ? Optional.empty()
                : Optional.of("makes " + format.spelling() + ", not "
                        + signature.result().format().spelling());
    }
}
