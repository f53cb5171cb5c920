// SPDX-License-Identifier: Apache-2.0

/// Element formats of tensors: their block geometry and codecs.
///
/// May import the JDK and dev.ashlar.runtime.memory. Start at [dev.ashlar.runtime.format.Format].
package dev.ashlar.runtime.format;
