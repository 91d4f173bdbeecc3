// What CUDA and HIP give device code for numbers of 16 bits, in terms of clang's `_Float16`.
#pragma once

typedef _Float16 half;
typedef _Float16 __half;
struct __align__(4) half2 {
  half x, y;
};
typedef half2 __half2;

RZ_FN half __float2half(float x) { return (half)x; }
RZ_FN half __float2half_rn(float x) { return (half)x; }
RZ_FN half __double2half(double x) { return (half)x; }
RZ_FN half __int2half_rn(int x) { return (half)x; }
RZ_FN float __half2float(half x) { return (float)x; }
RZ_FN half __hadd(half x, half y) { return x + y; }
RZ_FN half __hsub(half x, half y) { return x - y; }
RZ_FN half __hmul(half x, half y) { return x * y; }
RZ_FN half __hdiv(half x, half y) { return x / y; }
RZ_FN half __hneg(half x) { return -x; }
RZ_FN half __hfma(half x, half y, half z) { return __builtin_fmaf16(x, y, z); }
RZ_FN bool __hlt(half x, half y) { return x < y; }
RZ_FN bool __hgt(half x, half y) { return x > y; }
RZ_FN half __hmax(half x, half y) { return x > y ? x : y; }
RZ_FN half __hmin(half x, half y) { return x < y ? x : y; }
RZ_FN half hexp(half x) { return (half)__builtin_expf((float)x); }
RZ_FN half hlog(half x) { return (half)__builtin_logf((float)x); }
RZ_FN half hsin(half x) { return (half)__builtin_sinf((float)x); }
RZ_FN half hcos(half x) { return (half)__builtin_cosf((float)x); }
RZ_FN half hsqrt(half x) { return (half)__builtin_sqrtf((float)x); }

RZ_FN half2 __halves2half2(half x, half y) { return half2{x, y}; }
RZ_FN half2 make_half2(half x, half y) { return half2{x, y}; }
RZ_FN half2 __half2half2(half x) { return half2{x, x}; }
RZ_FN half __low2half(half2 v) { return v.x; }
RZ_FN half __high2half(half2 v) { return v.y; }
RZ_FN float __low2float(half2 v) { return (float)v.x; }
RZ_FN float __high2float(half2 v) { return (float)v.y; }
RZ_FN half2 __hadd2(half2 v, half2 w) { return half2{v.x + w.x, v.y + w.y}; }
RZ_FN half2 __hmul2(half2 v, half2 w) { return half2{v.x * w.x, v.y * w.y}; }
RZ_FN half2 __hfma2(half2 u, half2 v, half2 w) { return half2{__hfma(u.x, v.x, w.x), __hfma(u.y, v.y, w.y)}; }
RZ_FN half atomicAdd(half *p, half x) { return __atomic_fetch_add(p, x, __ATOMIC_RELAXED); }
