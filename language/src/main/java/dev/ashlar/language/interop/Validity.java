// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

/// Tells how long borrowed memory may be read.
@FunctionalInterface
interface Validity {
    /// Memory that is owned, not borrowed.
    Validity ALWAYS = () -> true;

    boolean holds();
}
