// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

/// Graphs that several tests call.
final class Scripts {
    /// Doubles every element.
    static final String DOUBLE = """
            graph double(x: f32[T, 3]) -> f32[T, 3] {
              y: f32[T, 3] = scale(x) {factor = 2.0, kernel = "scale.scalar"}
              return y
            }
            """;

    /// Looks up rows of a table.
    static final String ROWS = """
            graph rows(ids: i32[T]) -> f32[T, 2] {
              load {
                table: f32[3, 2] = weight("table")
              }
              y: f32[T, 2] = embed(table, ids) {kernel = "embed.f32.contiguous.scalar"}
              return y
            }
            """;

    /// A perceptron with one hidden layer.
    static final String MLP = """
            graph mlp(x: f32[1, 64]) -> f32[1, 10] {
              load {
                w1: f32[128, 64] = weight("w1")
                w2: f32[10, 128] = weight("w2")
              }
              a: f32[1, 128] = linear(x, w1) {kernel = "linear.f32.contiguous.scalar"}
              b: f32[1, 128] = relu(a) {kernel = "relu.scalar"}
              c: f32[1, 10] = linear(b, w2) {kernel = "linear.f32.contiguous.scalar"}
              return c
            }
            """;

    /// Has many layers of few signatures.
    static final String DEEP = """
            graph deep(x: f32[T, 64]) -> f32[T, 64] {
              for i in 0..30 {
                h = rms_norm(x, weight("norm"), eps = 1e-5)
                x = x + linear(silu(linear(h, weight("up"))), weight("down"))
              }
              return x
            }
            """;

    /// Has a syntax error in line 2, column 10.
    static final String WRONG = "graph wrong(x: f32[2]) -> f32[2] {\n  return )\n}\n";

    private Scripts() {}
}
