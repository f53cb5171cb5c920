// SPDX-License-Identifier: Apache-2.0
//
// Q8_0: f16 d, then 32 signed bytes. Activations: Q8_0.
#include "kernels.h"

enum { ELEMENTS = 32, X_BYTES = 34 };

INLINE float step_portable(const uint8_t *w, const uint8_t *x, float sum) {
    const int8_t *q = (const int8_t *) w + 2;
    const int8_t *a = (const int8_t *) x + 2;
    int32_t integer = 0;
    for (int k = 0; k < ELEMENTS; k++) {
        integer += q[k] * a[k];
    }
    return fmaf(load_f16(x) * load_f16(w), (float) integer, sum);
}

INLINE void decode(const uint8_t *restrict w, float *restrict dst) {
    const int8_t *q = (const int8_t *) w + 2;
    float d = load_f16(w);
    for (int k = 0; k < ELEMENTS; k++) {
        dst[k] = d * (float) q[k];
    }
}

void q8_0_q8_portable(const linear_call *call) {
    for_blocks(call, ELEMENTS, X_BYTES, step_portable);
}

void q8_0_exact_portable(const linear_call *call) {
    for_rows(call, ELEMENTS, decode, four_dots_portable);
}

#if HAS_AVX2_PATH
/// Both factors are widened to 16 bits: -128 times -128 is exact then, which products of bytes are not.
AVX2 INLINE __m256i products(const uint8_t *q, const uint8_t *a) {
    __m256i wide = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *) q));
    return _mm256_madd_epi16(wide, _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *) a)));
}

AVX2 INLINE float step_avx2(const uint8_t *w, const uint8_t *x, float sum) {
    int32_t integer = sum_i32(_mm256_add_epi32(products(w + 2, x + 2), products(w + 18, x + 18)));
    return fmaf(load_f16(x) * load_f16(w), (float) integer, sum);
}

AVX2 void q8_0_q8_avx2(const linear_call *call) {
    for_blocks(call, ELEMENTS, X_BYTES, step_avx2);
}

AVX2 void q8_0_exact_avx2(const linear_call *call) {
    for_rows(call, ELEMENTS, decode, four_dots_avx2);
}
#endif
