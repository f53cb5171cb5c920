// SPDX-License-Identifier: Apache-2.0
//
// What the native kernels share: the call, the half-precision scale, the loops over a weight's grid.
//
// The order of every floating-point operation is that of the scalar kernels in Java. Only an explicit fmaf fuses, so
// this must be compiled with -ffp-contract=off.
#ifndef ASHLAR_KERNELS_H
#define ASHLAR_KERNELS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_AVX2_PATH 1
#define AVX2 __attribute__((target("avx2,fma")))
#else
#define HAS_AVX2_PATH 0
#endif
#define INLINE static inline __attribute__((always_inline))

/// y[t, o] = sum_k x[t, k] * w[o, k] for the output rows from <= o < to.
typedef struct {
    const uint8_t *x;    // f32[tokens, columns], or blocks of int8 activations
    const uint8_t *w;    // block b of row o is at o * row_stride + b * block_stride
    float *y;            // f32[tokens, rows]
    float *scratch;      // f32[4, columns], for the exact kernels alone
    int64_t row_stride;  // bytes
    int64_t block_stride;
    int64_t rows;
    int64_t columns;
    int64_t tokens;
    int64_t from;
    int64_t to;
} linear_call;

typedef enum { PATH_BEST = 0, PATH_PORTABLE = 1 } kernel_path;

/// One entry a kernel; each has a portable path, and one with AVX2 and FMA where the machine is an x86-64.
typedef void linear_kernel(const linear_call *call);

linear_kernel q4_0_q8_portable, q4_0_exact_portable, q8_0_q8_portable, q8_0_exact_portable;
linear_kernel q4_k_q8_portable, q4_k_exact_portable, q6_k_q8_portable, q6_k_exact_portable, f32_exact_portable;
#if HAS_AVX2_PATH
linear_kernel q4_0_q8_avx2, q4_0_exact_avx2, q8_0_q8_avx2, q8_0_exact_avx2;
linear_kernel q4_k_q8_avx2, q4_k_exact_avx2, q6_k_q8_avx2, q6_k_exact_avx2, f32_exact_avx2;
#endif

/// Reads an unaligned f32.
INLINE float load_f32(const uint8_t *p) {
    float value;
    memcpy(&value, p, sizeof value);
    return value;
}

/// Reads an unaligned f16, widened exactly: the exponent is rebased by a multiplication, which subnormals survive.
INLINE float load_f16(const uint8_t *p) {
    uint32_t half = (uint32_t) p[0] | (uint32_t) p[1] << 8;
    uint32_t magnitude = (half & 0x7fffu) << 13;
    float value;
    memcpy(&value, &magnitude, sizeof value);
    value *= 0x1p112f;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (magnitude >= 0x0f800000u) {
        bits = magnitude | 0x7f800000u;
    }
    bits |= (half & 0x8000u) << 16;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// Adds one block's product to a sum; w is a block of the weight, x one of the activations.
typedef float block_step(const uint8_t *w, const uint8_t *x, float sum);

/// Lets every block of the rows take its step, in increasing order for each row, and walks memory as it lies.
INLINE void for_blocks(const linear_call *c, int64_t elements, int64_t x_bytes, block_step step) {
    int64_t blocks = c->columns / elements;
    for (int64_t t = 0; t < c->tokens; t++) {
        memset(c->y + t * c->rows + c->from, 0, (size_t) (c->to - c->from) * sizeof(float));
    }
    if (c->row_stride < c->block_stride) {
        for (int64_t b = 0; b < blocks; b++) {
            const uint8_t *w = c->w + b * c->block_stride;
            for (int64_t t = 0; t < c->tokens; t++) {
                const uint8_t *x = c->x + (t * blocks + b) * x_bytes;
                float *restrict y = c->y + t * c->rows;
                for (int64_t row = c->from; row < c->to; row++) {
                    y[row] = step(w + row * c->row_stride, x, y[row]);
                }
            }
        }
        return;
    }
    for (int64_t row = c->from; row < c->to; row++) {
        for (int64_t t = 0; t < c->tokens; t++) {
            float sum = 0;
            for (int64_t b = 0; b < blocks; b++) {
                const uint8_t *w = c->w + row * c->row_stride + b * c->block_stride;
                sum = step(w, c->x + (t * blocks + b) * x_bytes, sum);
            }
            c->y[t * c->rows + row] = sum;
        }
    }
}

/// Decodes one block to f32.
typedef void block_decode(const uint8_t *restrict w, float *restrict dst);

/// Dot products of four rows with one vector, n elements, in the exact order.
typedef void four_dots(const float *const row[4], const uint8_t *x, int64_t n, float sum[4]);

/// The tree over eight partial sums.
INLINE float tree(const float s[8]) {
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

/// Decodes four rows to scratch memory, then multiplies them with every token.
INLINE void for_rows(const linear_call *c, int64_t elements, block_decode decode, four_dots dots) {
    int64_t blocks = c->columns / elements;
    for (int64_t first = c->from; first < c->to; first += 4) {
        int64_t count = c->to - first < 4 ? c->to - first : 4;
        const float *row[4];
        for (int64_t r = 0; r < 4; r++) {
            row[r] = c->scratch + (r < count ? r : 0) * c->columns;
        }
        for (int64_t b = 0; b < blocks; b++) {
            const uint8_t *w = c->w + first * c->row_stride + b * c->block_stride;
            for (int64_t r = 0; r < count; r++) {
                decode(w + r * c->row_stride, c->scratch + r * c->columns + b * elements);
            }
        }
        for (int64_t t = 0; t < c->tokens; t++) {
            float sum[4];
            dots(row, c->x + t * c->columns * 4, c->columns, sum);
            memcpy(c->y + t * c->rows + first, sum, (size_t) count * sizeof(float));
        }
    }
}

INLINE void four_dots_portable(const float *const row[4], const uint8_t *x, int64_t n, float sum[4]) {
    for (int r = 0; r < 4; r++) {
        float s[8] = {0};
        for (int64_t k = 0; k < n; k++) {
            s[k & 7] = fmaf(load_f32(x + 4 * k), load_f32((const uint8_t *) (row[r] + k)), s[k & 7]);
        }
        sum[r] = tree(s);
    }
}

#if HAS_AVX2_PATH
/// Eight lanes are the eight partial sums; four rows hide the latency of the fused multiply-add.
AVX2 INLINE void four_dots_avx2(const float *const row[4], const uint8_t *x, int64_t n, float sum[4]) {
    __m256 s[4] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
    int64_t k = 0;
    for (; k + 8 <= n; k += 8) {
        __m256 v = _mm256_loadu_ps((const float *) (x + 4 * k));
        s[0] = _mm256_fmadd_ps(v, _mm256_loadu_ps(row[0] + k), s[0]);
        s[1] = _mm256_fmadd_ps(v, _mm256_loadu_ps(row[1] + k), s[1]);
        s[2] = _mm256_fmadd_ps(v, _mm256_loadu_ps(row[2] + k), s[2]);
        s[3] = _mm256_fmadd_ps(v, _mm256_loadu_ps(row[3] + k), s[3]);
    }
    for (int r = 0; r < 4; r++) {
        float lanes[8];
        _mm256_storeu_ps(lanes, s[r]);
        for (int64_t i = k; i < n; i++) {
            lanes[i - k] = fmaf(load_f32(x + 4 * i), load_f32((const uint8_t *) (row[r] + i)), lanes[i - k]);
        }
        sum[r] = tree(lanes);
    }
}

/// The sum of eight integers.
AVX2 INLINE int32_t sum_i32(__m256i v) {
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
}

/// Widens 16 whole numbers and multiplies them with a scale.
AVX2 INLINE void store_scaled(__m128i q, float scale, float *dst) {
    __m256 factor = _mm256_set1_ps(scale);
    __m256 low = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(q));
    __m256 high = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_srli_si128(q, 8)));
    _mm256_storeu_ps(dst, _mm256_mul_ps(factor, low));
    _mm256_storeu_ps(dst + 8, _mm256_mul_ps(factor, high));
}

AVX2 INLINE __m256i load_256(const uint8_t *p) {
    return _mm256_loadu_si256((const __m256i *) p);
}
#endif

#endif
