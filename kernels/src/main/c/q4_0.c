// SPDX-License-Identifier: Apache-2.0
//
// Q4_0: f16 d, then 16 bytes of two quants around 8; the low nibbles are the first half. Activations: Q8_0.
#include "kernels.h"

enum { ELEMENTS = 32, X_BYTES = 34 };

INLINE void unpack(const uint8_t *restrict w, int8_t *restrict q) {
    for (int k = 0; k < 16; k++) {
        q[k] = (int8_t) ((w[2 + k] & 15) - 8);
    }
    for (int k = 0; k < 16; k++) {
        q[16 + k] = (int8_t) ((w[2 + k] >> 4) - 8);
    }
}

INLINE float step_portable(const uint8_t *w, const uint8_t *x, float sum) {
    const int8_t *a = (const int8_t *) x + 2;
    int8_t q[ELEMENTS];
    unpack(w, q);
    int32_t integer = 0;
    for (int k = 0; k < ELEMENTS; k++) {
        integer += q[k] * a[k];
    }
    return fmaf(load_f16(x) * load_f16(w), (float) integer, sum);
}

INLINE void decode_portable(const uint8_t *restrict w, float *restrict dst) {
    int8_t q[ELEMENTS];
    unpack(w, q);
    float d = load_f16(w);
    for (int k = 0; k < ELEMENTS; k++) {
        dst[k] = d * (float) q[k];
    }
}

void q4_0_q8_portable(const linear_call *call) {
    for_blocks(call, ELEMENTS, X_BYTES, step_portable);
}

void q4_0_exact_portable(const linear_call *call) {
    for_rows(call, ELEMENTS, decode_portable, four_dots_portable);
}

#if HAS_AVX2_PATH
/// A pair of products is at most 2 * 15 * 128, so that 16 bits hold it, and 8 times the activations taken off it.
AVX2 INLINE float step_avx2(const uint8_t *w, const uint8_t *x, float sum) {
    __m128i packed = _mm_loadu_si128((const __m128i *) (w + 2));
    __m256i both = _mm256_set_m128i(_mm_srli_epi16(packed, 4), packed);
    __m256i quants = _mm256_and_si256(both, _mm256_set1_epi8(15));
    __m256i a = load_256(x + 2);
    __m256i pairs =
        _mm256_sub_epi16(_mm256_maddubs_epi16(quants, a), _mm256_maddubs_epi16(_mm256_set1_epi8(8), a));
    int32_t integer = sum_i32(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    return fmaf(load_f16(x) * load_f16(w), (float) integer, sum);
}

AVX2 INLINE void decode_avx2(const uint8_t *restrict w, float *restrict dst) {
    __m128i packed = _mm_loadu_si128((const __m128i *) (w + 2));
    __m128i nibble = _mm_set1_epi8(15);
    __m128i eight = _mm_set1_epi8(8);
    float d = load_f16(w);
    store_scaled(_mm_sub_epi8(_mm_and_si128(packed, nibble), eight), d, dst);
    store_scaled(_mm_sub_epi8(_mm_and_si128(_mm_srli_epi16(packed, 4), nibble), eight), d, dst + 16);
}

AVX2 void q4_0_q8_avx2(const linear_call *call) {
    for_blocks(call, ELEMENTS, X_BYTES, step_avx2);
}

AVX2 void q4_0_exact_avx2(const linear_call *call) {
    for_rows(call, ELEMENTS, decode_avx2, four_dots_avx2);
}
#endif
