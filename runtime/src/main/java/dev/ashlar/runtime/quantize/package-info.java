// SPDX-License-Identifier: Apache-2.0

/// Quantizers from F32 to the packed formats, one class per format, and the quantizer of whole GGUF files.
///
/// What they write is row-major. May import format, tensor and gguf. Start at
/// [dev.ashlar.runtime.quantize.Quantizers].
package dev.ashlar.runtime.quantize;
