// SPDX-License-Identifier: Apache-2.0
//
// F32: a block is one element. Rows that lie densely are read where they are.
#include "kernels.h"

INLINE void decode(const uint8_t *restrict w, float *restrict dst) {
    *dst = load_f32(w);
}

INLINE void in_place(const linear_call *c, four_dots dots) {
    for (int64_t first = c->from; first < c->to; first += 4) {
        int64_t count = c->to - first < 4 ? c->to - first : 4;
        const float *row[4];
        for (int64_t r = 0; r < 4; r++) {
            row[r] = (const float *) (c->w + (first + (r < count ? r : 0)) * c->row_stride);
        }
        for (int64_t t = 0; t < c->tokens; t++) {
            float sum[4];
            dots(row, c->x + t * c->columns * 4, c->columns, sum);
            memcpy(c->y + t * c->rows + first, sum, (size_t) count * sizeof(float));
        }
    }
}

INLINE void run(const linear_call *call, four_dots dots) {
    if (call->block_stride == 4) {
        in_place(call, dots);
    } else {
        for_rows(call, 1, decode, dots);
    }
}

void f32_exact_portable(const linear_call *call) {
    run(call, four_dots_portable);
}

#if HAS_AVX2_PATH
AVX2 void f32_exact_avx2(const linear_call *call) {
    run(call, four_dots_avx2);
}
#endif
