// SPDX-License-Identifier: Apache-2.0
//
// Q4_K: f16 d and dmin, 12 bytes of eight 6-bit scales and minima, then 128 bytes of two quants; the low nibbles of 32
// bytes are one sub-block, the high nibbles the next. Activations: Q8_K, f32 d, 256 bytes, 16 sums of 16.
#include "kernels.h"

enum { ELEMENTS = 256, X_BYTES = 292, X_SUMS = 260 };

/// Splits the 12 bytes into eight scales and eight minima.
INLINE void split(const uint8_t *packed, uint8_t scale[8], uint8_t min[8]) {
    for (int j = 0; j < 4; j++) {
        scale[j] = packed[j] & 63;
        min[j] = packed[4 + j] & 63;
        scale[4 + j] = (uint8_t) ((packed[8 + j] & 15) | packed[j] >> 6 << 4);
        min[4 + j] = (uint8_t) (packed[8 + j] >> 4 | packed[4 + j] >> 6 << 4);
    }
}

INLINE int32_t load_i16(const uint8_t *p) {
    return (int16_t) (uint16_t) (p[0] | p[1] << 8);
}

/// The scaled product, then the minima taken off it, each by one fused multiply-add.
INLINE float add(const uint8_t *w, const uint8_t *x, int32_t integer, int32_t minima, float sum) {
    float dx = load_f32(x);
    sum = fmaf(dx * load_f16(w), (float) integer, sum);
    return fmaf(-(dx * load_f16(w + 2)), (float) minima, sum);
}

INLINE int32_t minima_of(const uint8_t min[8], const uint8_t *sums) {
    int32_t minima = 0;
    for (int j = 0; j < 8; j++) {
        minima += min[j] * (load_i16(sums + 4 * j) + load_i16(sums + 4 * j + 2));
    }
    return minima;
}

INLINE float step_portable(const uint8_t *w, const uint8_t *x, float sum) {
    uint8_t scale[8], min[8];
    split(w + 4, scale, min);
    int32_t integer = 0;
    for (int pair = 0; pair < 4; pair++) {
        const uint8_t *q = w + 16 + 32 * pair;
        const int8_t *a = (const int8_t *) x + 4 + 64 * pair;
        int32_t low = 0, high = 0;
        for (int k = 0; k < 32; k++) {
            low += (q[k] & 15) * a[k];
            high += (q[k] >> 4) * a[32 + k];
        }
        integer += scale[2 * pair] * low + scale[2 * pair + 1] * high;
    }
    return add(w, x, integer, minima_of(min, x + X_SUMS), sum);
}

INLINE void decode(const uint8_t *restrict w, float *restrict dst) {
    uint8_t scale[8], min[8];
    split(w + 4, scale, min);
    float d = load_f16(w);
    float m = load_f16(w + 2);
    for (int pair = 0; pair < 4; pair++) {
        const uint8_t *q = w + 16 + 32 * pair;
        float low = m * (float) min[2 * pair];
        float high = m * (float) min[2 * pair + 1];
        for (int k = 0; k < 32; k++) {
            dst[64 * pair + k] = d * (float) (scale[2 * pair] * (q[k] & 15)) - low;
            dst[64 * pair + 32 + k] = d * (float) (scale[2 * pair + 1] * (q[k] >> 4)) - high;
        }
    }
}

void q4_k_q8_portable(const linear_call *call) {
    for_blocks(call, ELEMENTS, X_BYTES, step_portable);
}

void q4_k_exact_portable(const linear_call *call) {
    for_rows(call, ELEMENTS, decode, four_dots_portable);
}

#if HAS_AVX2_PATH
AVX2 INLINE __m256i scaled(__m256i quants, const uint8_t *a, uint8_t scale) {
    return _mm256_madd_epi16(_mm256_maddubs_epi16(quants, load_256(a)), _mm256_set1_epi16(scale));
}

AVX2 INLINE float step_avx2(const uint8_t *w, const uint8_t *x, float sum) {
    uint8_t scale[8], min[8];
    split(w + 4, scale, min);
    __m256i nibble = _mm256_set1_epi8(15);
    __m256i sums = _mm256_setzero_si256();
    for (int pair = 0; pair < 4; pair++) {
        __m256i packed = load_256(w + 16 + 32 * pair);
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(packed, 4), nibble);
        const uint8_t *a = x + 4 + 64 * pair;
        sums = _mm256_add_epi32(sums, scaled(_mm256_and_si256(packed, nibble), a, scale[2 * pair]));
        sums = _mm256_add_epi32(sums, scaled(high, a + 32, scale[2 * pair + 1]));
    }
    __m128i wide = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *) min));
    __m256i twice = _mm256_set_m128i(_mm_unpackhi_epi16(wide, wide), _mm_unpacklo_epi16(wide, wide));
    int32_t minima = sum_i32(_mm256_madd_epi16(twice, load_256(x + X_SUMS)));
    return add(w, x, sum_i32(sums), minima, sum);
}

AVX2 void q4_k_q8_avx2(const linear_call *call) {
    for_blocks(call, ELEMENTS, X_BYTES, step_avx2);
}

AVX2 void q4_k_exact_avx2(const linear_call *call) {
    for_rows(call, ELEMENTS, decode, four_dots_avx2);
}
#endif
