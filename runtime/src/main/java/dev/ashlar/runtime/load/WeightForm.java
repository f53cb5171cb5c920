// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

/// The form in which a weight is delivered. What a form cannot have is an error, never silently another form.
///
/// @param encoding its format
/// @param order of its blocks
/// @param shape how its axes are named
/// @param residency where its bytes are
public record WeightForm(
        WeightEncoding encoding, WeightOrder order, WeightShapeOrientation shape, WeightResidency residency) {
    /// The bytes of the file, mapped, with its own naming of the axes.
    public static final WeightForm AS_STORED = new WeightForm(
            new WeightEncoding.KeepAsStored(),
            WeightOrder.AS_STORED,
            WeightShapeOrientation.AS_STORED,
            WeightResidency.MAPPED);

    /// The bytes of the file, mapped, `[out, in]`.
    public static final WeightForm OUT_IN = AS_STORED.withShape(WeightShapeOrientation.OUT_IN);

    /// Refuses what contradicts itself.
    public WeightForm {
        if (order == WeightOrder.KERNEL_FEED && shape != WeightShapeOrientation.OUT_IN) {
            throw new IllegalArgumentException(
                    "weight form: order KERNEL_FEED relays out [out, in], found shape AS_STORED, expected OUT_IN");
        }
        boolean converts = !(encoding instanceof WeightEncoding.KeepAsStored) || order == WeightOrder.KERNEL_FEED;
        if (residency == WeightResidency.MAPPED && converts) {
            throw new IllegalArgumentException(
                    "weight form: a MAPPED weight is as it is stored, found %s and %s, expected HEAP or OFF_HEAP"
                            .formatted(encoding, order));
        }
    }

    /// Returns this form with another encoding.
    ///
    /// @param other the format wanted
    /// @return a new form
    public WeightForm withEncoding(WeightEncoding other) {
        return new WeightForm(other, order, shape, residency);
    }

    /// Returns this form with another order.
    ///
    /// @param other the order wanted
    /// @return a new form
    public WeightForm withOrder(WeightOrder other) {
        return new WeightForm(encoding, other, shape, residency);
    }

    /// Returns this form with another naming of the axes.
    ///
    /// @param other the orientation wanted
    /// @return a new form
    public WeightForm withShape(WeightShapeOrientation other) {
        return new WeightForm(encoding, order, other, residency);
    }

    /// Returns this form with another residency.
    ///
    /// @param other where the bytes shall be
    /// @return a new form
    public WeightForm withResidency(WeightResidency other) {
        return new WeightForm(encoding, order, shape, other);
    }
}
