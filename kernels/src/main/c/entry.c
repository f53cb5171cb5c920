// SPDX-License-Identifier: Apache-2.0
//
// The two doors to the kernels: ashlar_linear for the foreign function interface, the JNI function of JniBinding.
#include "kernels.h"
#include <jni.h>

#define EXPORT __attribute__((visibility("default")))

/// The place in these tables is the number that Java calls a kernel by (NativeProduct).
static linear_kernel *const PORTABLE[] = {
    q4_0_q8_portable,    q8_0_q8_portable,    q4_k_q8_portable,    q6_k_q8_portable,   q4_0_exact_portable,
    q8_0_exact_portable, q4_k_exact_portable, q6_k_exact_portable, f32_exact_portable,
};

#if HAS_AVX2_PATH
static linear_kernel *const WITH_AVX2[] = {
    q4_0_q8_avx2,    q8_0_q8_avx2,    q4_k_q8_avx2,    q6_k_q8_avx2,   q4_0_exact_avx2,
    q8_0_exact_avx2, q4_k_exact_avx2, q6_k_exact_avx2, f32_exact_avx2,
};
#endif

static linear_kernel *choose(int32_t kernel, int32_t path) {
#if HAS_AVX2_PATH
    if (path != PATH_PORTABLE && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return WITH_AVX2[kernel];
    }
#endif
    (void) path;
    return PORTABLE[kernel];
}

EXPORT void ashlar_linear(int32_t kernel, int32_t path, int64_t x, int64_t w, int64_t y, int64_t scratch,
                          int64_t row_stride, int64_t block_stride, int64_t rows, int64_t columns, int64_t tokens,
                          int64_t from, int64_t to) {
    linear_call call = {
        .x = (const uint8_t *) (intptr_t) x,
        .w = (const uint8_t *) (intptr_t) w,
        .y = (float *) (intptr_t) y,
        .scratch = (float *) (intptr_t) scratch,
        .row_stride = row_stride,
        .block_stride = block_stride,
        .rows = rows,
        .columns = columns,
        .tokens = tokens,
        .from = from,
        .to = to,
    };
    choose(kernel, path)(&call);
}

JNIEXPORT void JNICALL Java_dev_ashlar_kernels_nativecode_jni_JniBinding_linear(
    JNIEnv *env, jclass type, jint kernel, jint path, jlong x, jlong w, jlong y, jlong scratch, jlong row_stride,
    jlong block_stride, jlong rows, jlong columns, jlong tokens, jlong from, jlong to) {
    (void) env;
    (void) type;
    ashlar_linear(kernel, path, x, w, y, scratch, row_stride, block_stride, rows, columns, tokens, from, to);
}
