#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the native kernels: build.sh CLASSES JAVA_HOME. Where that is not possible it says so in one line and leaves
# them out; the build goes on, and the kernel families ffm and jni are then unavailable.
here=$(cd "$(dirname "$0")" && pwd)
java_home=$2

leave_out() {
    echo "native kernels are left out: $1"
    [ -z "${directory:-}" ] || rm -rf "$directory"
    exit 0
}

case $(uname -s) in
    Linux) system=linux name=libashlar_kernels.so link=-Wl,-z,noexecstack ;;
    Darwin) system=macos name=libashlar_kernels.dylib link= ;;
    *) leave_out "no rule for $(uname -s)" ;;
esac
case $(uname -m) in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) leave_out "no rule for $(uname -m)" ;;
esac
directory=$1/dev/ashlar/kernels/nativecode/$system-$machine
compiler=${CC:-$(command -v cc || command -v gcc || command -v clang)}
[ -n "$compiler" ] || leave_out "no C compiler (cc, gcc, clang) on the PATH"
[ -f "$java_home/include/jni.h" ] || leave_out "no include/jni.h in $java_home"

library=$directory/$name
if [ -f "$library.sha256" ] && [ -z "$(find "$here" -type f -newer "$library.sha256")" ]; then
    exit 0
fi
mkdir -p "$directory" || leave_out "cannot write to $directory"
jni_system=$(echo "$system" | sed s/macos/darwin/)
# shellcheck disable=SC2086 # both may be several words, or none
if ! $compiler -std=c11 -O3 -ffp-contract=off -fno-math-errno -fPIC -shared -fvisibility=hidden $link -Wall -Wextra \
    -I "$java_home/include" -I "$java_home/include/$jni_system" -o "$library" "$here"/*.c -lm; then
    leave_out "$compiler failed"
fi
if command -v sha256sum >/dev/null; then
    hash=$(sha256sum "$library")
else
    hash=$(shasum -a 256 "$library")
fi
[ -n "$hash" ] || leave_out "neither sha256sum nor shasum is here"
echo "${hash%% *}" >"$library.sha256"
