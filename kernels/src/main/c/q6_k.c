// SPDX-License-Identifier: Apache-2.0
//
// Q6_K: 128 bytes of low nibbles, 64 bytes of upper bit pairs, 16 signed scales of 16 elements, f16 d. Each half of 128
// elements has 64 nibble bytes and 32 pair bytes; byte l of the pairs belongs to elements l, l + 32, l + 64 and l + 96.
// Activations: Q8_K, f32 d, then 256 bytes.
#include "kernels.h"

enum { ELEMENTS = 256, X_BYTES = 292, HIGH = 128, SCALES = 192, D = 208 };

INLINE void unpack(const uint8_t *restrict w, int8_t *restrict q) {
    for (int half = 0; half < 2; half++) {
        const uint8_t *first = w + 64 * half;
        const uint8_t *second = first + 32;
        const uint8_t *high = w + HIGH + 32 * half;
        int8_t *out = q + 128 * half;
        for (int l = 0; l < 32; l++) {
            out[l] = (int8_t) (((first[l] & 15) | (high[l] & 3) << 4) - 32);
        }
        for (int l = 0; l < 32; l++) {
            out[32 + l] = (int8_t) (((second[l] & 15) | (high[l] >> 2 & 3) << 4) - 32);
        }
        for (int l = 0; l < 32; l++) {
            out[64 + l] = (int8_t) ((first[l] >> 4 | (high[l] >> 4 & 3) << 4) - 32);
        }
        for (int l = 0; l < 32; l++) {
            out[96 + l] = (int8_t) ((second[l] >> 4 | high[l] >> 6 << 4) - 32);
        }
    }
}

INLINE float step_portable(const uint8_t *w, const uint8_t *x, float sum) {
    const int8_t *scales = (const int8_t *) w + SCALES;
    const int8_t *a = (const int8_t *) x + 4;
    int8_t q[ELEMENTS];
    unpack(w, q);
    int32_t integer = 0;
    for (int j = 0; j < 16; j++) {
        int32_t products = 0;
        for (int l = 0; l < 16; l++) {
            products += q[16 * j + l] * a[16 * j + l];
        }
        integer += scales[j] * products;
    }
    return fmaf(load_f32(x) * load_f16(w + D), (float) integer, sum);
}

INLINE void decode_portable(const uint8_t *restrict w, float *restrict dst) {
    const int8_t *scales = (const int8_t *) w + SCALES;
    int8_t q[ELEMENTS];
    unpack(w, q);
    float d = load_f16(w + D);
    for (int j = 0; j < 16; j++) {
        float scale = d * (float) scales[j];
        for (int l = 0; l < 16; l++) {
            dst[16 * j + l] = scale * (float) q[16 * j + l];
        }
    }
}

void q6_k_q8_portable(const linear_call *call) {
    for_blocks(call, ELEMENTS, X_BYTES, step_portable);
}

void q6_k_exact_portable(const linear_call *call) {
    for_rows(call, ELEMENTS, decode_portable, four_dots_portable);
}

#if HAS_AVX2_PATH
/// Quants 0 to 63 of 32 elements.
AVX2 INLINE __m256i join(__m256i low, __m256i high) {
    __m256i upper = _mm256_slli_epi16(_mm256_and_si256(high, _mm256_set1_epi8(3)), 4);
    return _mm256_or_si256(_mm256_and_si256(low, _mm256_set1_epi8(15)), upper);
}

/// The quants of one half of a block, in the order of the elements.
AVX2 INLINE void join_half(const uint8_t *w, int half, __m256i quants[4]) {
    __m256i first = load_256(w + 64 * half);
    __m256i second = load_256(w + 64 * half + 32);
    __m256i high = load_256(w + HIGH + 32 * half);
    quants[0] = join(first, high);
    quants[1] = join(second, _mm256_srli_epi16(high, 2));
    quants[2] = join(_mm256_srli_epi16(first, 4), _mm256_srli_epi16(high, 4));
    quants[3] = join(_mm256_srli_epi16(second, 4), _mm256_srli_epi16(high, 6));
}

/// 32 elements: a pair of products less 32 times the activations is at most 2 * 32 * 128, so that 16 bits hold it.
AVX2 INLINE __m256i scaled(__m256i quants, const uint8_t *a, const int8_t *scales) {
    __m256i x = load_256(a);
    __m256i pairs =
        _mm256_sub_epi16(_mm256_maddubs_epi16(quants, x), _mm256_maddubs_epi16(_mm256_set1_epi8(32), x));
    __m256i scale = _mm256_set_m128i(_mm_set1_epi16(scales[1]), _mm_set1_epi16(scales[0]));
    return _mm256_madd_epi16(pairs, scale);
}

AVX2 INLINE float step_avx2(const uint8_t *w, const uint8_t *x, float sum) {
    const int8_t *scales = (const int8_t *) w + SCALES;
    __m256i sums = _mm256_setzero_si256();
    for (int half = 0; half < 2; half++) {
        __m256i quants[4];
        join_half(w, half, quants);
        for (int j = 0; j < 4; j++) {
            int at = 4 * half + j;
            sums = _mm256_add_epi32(sums, scaled(quants[j], x + 4 + 32 * at, scales + 2 * at));
        }
    }
    return fmaf(load_f32(x) * load_f16(w + D), (float) sum_i32(sums), sum);
}

AVX2 INLINE void decode_avx2(const uint8_t *restrict w, float *restrict dst) {
    const int8_t *scales = (const int8_t *) w + SCALES;
    float d = load_f16(w + D);
    for (int half = 0; half < 2; half++) {
        __m256i quants[4];
        join_half(w, half, quants);
        for (int j = 0; j < 4; j++) {
            int at = 4 * half + j;
            __m256i q = _mm256_sub_epi8(quants[j], _mm256_set1_epi8(32));
            store_scaled(_mm256_castsi256_si128(q), d * (float) scales[2 * at], dst + 32 * at);
            store_scaled(_mm256_extracti128_si256(q, 1), d * (float) scales[2 * at + 1], dst + 32 * at + 16);
        }
    }
}

AVX2 void q6_k_q8_avx2(const linear_call *call) {
    for_blocks(call, ELEMENTS, X_BYTES, step_avx2);
}

AVX2 void q6_k_exact_avx2(const linear_call *call) {
    for_rows(call, ELEMENTS, decode_avx2, four_dots_avx2);
}
#endif
