// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.util.Locale;

/// How keys and values are kept.
public enum KvFormat {
    /// Half precision: two bytes a number.
    F16,
    /// Single precision: four bytes a number.
    F32;

    /// Returns the name that options and scripts use.
    ///
    /// @return lower case
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
