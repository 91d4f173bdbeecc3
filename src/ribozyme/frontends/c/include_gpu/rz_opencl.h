// What OpenCL gives kernels, in terms of the functions that all front ends of devices have in common
// (`rz_gpu_…`) and of clang's built-ins. Functions of floats take short vectors as well.
//
//   get_global_id(0)               →  ctaid.x · ntid.x + tid.x
//   barrier(CLK_LOCAL_MEM_FENCE)   →  call void @rz_gpu_barrier()
//   atomic_add(p, x)               →  atomicrmw add ptr %p, i32 %x monotonic
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define RZ_VECTORS(T)                                   \
  typedef T T##2 __attribute__((ext_vector_type(2)));   \
  typedef T T##3 __attribute__((ext_vector_type(3)));   \
  typedef T T##4 __attribute__((ext_vector_type(4)));   \
  typedef T T##8 __attribute__((ext_vector_type(8)));   \
  typedef T T##16 __attribute__((ext_vector_type(16)));
RZ_VECTORS(char) RZ_VECTORS(uchar) RZ_VECTORS(short) RZ_VECTORS(ushort) RZ_VECTORS(int) RZ_VECTORS(uint)
RZ_VECTORS(long) RZ_VECTORS(ulong) RZ_VECTORS(float) RZ_VECTORS(double)
#undef RZ_VECTORS

#define RZ_FN static inline __attribute__((always_inline)) __attribute__((overloadable))

// ---- where a work item is --------------------------------------------------------------------

#define RZ_AXES(what)                                                   \
  __attribute__((const)) __attribute__((nothrow)) uint rz_gpu_##what##_x(void); \
  __attribute__((const)) __attribute__((nothrow)) uint rz_gpu_##what##_y(void); \
  __attribute__((const)) __attribute__((nothrow)) uint rz_gpu_##what##_z(void); \
  static inline __attribute__((always_inline)) uint rz_##what(uint axis) {      \
    return axis == 0 ? rz_gpu_##what##_x() : axis == 1 ? rz_gpu_##what##_y() : rz_gpu_##what##_z(); \
  }
RZ_AXES(tid) RZ_AXES(ctaid) RZ_AXES(ntid) RZ_AXES(nctaid)
#undef RZ_AXES
RZ_FN size_t get_local_id(uint axis) { return rz_tid(axis); }
RZ_FN size_t get_group_id(uint axis) { return rz_ctaid(axis); }
RZ_FN size_t get_local_size(uint axis) { return rz_ntid(axis); }
RZ_FN size_t get_num_groups(uint axis) { return rz_nctaid(axis); }
RZ_FN size_t get_global_id(uint axis) { return rz_ctaid(axis) * rz_ntid(axis) + rz_tid(axis); }
RZ_FN size_t get_global_size(uint axis) { return rz_nctaid(axis) * rz_ntid(axis); }
RZ_FN size_t get_global_offset(uint axis) { return 0; }

// ---- waiting ---------------------------------------------------------------------------------

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
__attribute__((convergent)) __attribute__((nothrow)) void rz_gpu_barrier(void);
#define barrier(fences) rz_gpu_barrier()
#define work_group_barrier(...) rz_gpu_barrier()

// ---- atomic operations -----------------------------------------------------------------------

#define RZ_ATOMIC(T, S, name, how) \
  RZ_FN T name(volatile S T *p, T v) { return __atomic_fetch_##how((S T *)p, v, __ATOMIC_RELAXED); }
#define RZ_ATOMICS(T, S)                                                                       \
  RZ_ATOMIC(T, S, atomic_add, add) RZ_ATOMIC(T, S, atomic_sub, sub)                              \
  RZ_ATOMIC(T, S, atomic_min, min) RZ_ATOMIC(T, S, atomic_max, max)                              \
  RZ_FN T atomic_inc(volatile S T *p) { return __atomic_fetch_add((S T *)p, (T)1, __ATOMIC_RELAXED); }
RZ_ATOMICS(int, __global) RZ_ATOMICS(uint, __global) RZ_ATOMICS(int, __local) RZ_ATOMICS(uint, __local)
#define atomic_fetch_add_explicit(p, v, ...) __atomic_fetch_add((p), (v), __ATOMIC_RELAXED)
#define RZ_FLOAT_ATOMIC(T) RZ_ATOMIC(T, __global, atomic_add, add) RZ_ATOMIC(T, __local, atomic_add, add)
RZ_FLOAT_ATOMIC(float) RZ_FLOAT_ATOMIC(double)  // as in cl_ext_float_atomics
#undef RZ_FLOAT_ATOMIC
#undef RZ_ATOMICS
#undef RZ_ATOMIC

// ---- mathematics -----------------------------------------------------------------------------

#define RZ_LANES1(name, T)                                                                \
  RZ_FN T##2 name(T##2 x) { return (T##2)(name(x.x), name(x.y)); }                        \
  RZ_FN T##3 name(T##3 x) { return (T##3)(name(x.x), name(x.y), name(x.z)); }             \
  RZ_FN T##4 name(T##4 x) { return (T##4)(name(x.x), name(x.y), name(x.z), name(x.w)); }
#define RZ_LANES2(name, T)                                                                \
  RZ_FN T##2 name(T##2 x, T##2 y) { return (T##2)(name(x.x, y.x), name(x.y, y.y)); }      \
  RZ_FN T##3 name(T##3 x, T##3 y) { return (T##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z)); } \
  RZ_FN T##4 name(T##4 x, T##4 y) { return (T##4)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z), name(x.w, y.w)); }
#define RZ_MATH1(name, built_in)                                     \
  RZ_FN float name(float x) { return __builtin_##built_in##f(x); }   \
  RZ_FN double name(double x) { return __builtin_##built_in(x); }    \
  RZ_LANES1(name, float) RZ_LANES1(name, double)
#define RZ_MATH2(name, built_in)                                                 \
  RZ_FN float name(float x, float y) { return __builtin_##built_in##f(x, y); }   \
  RZ_FN double name(double x, double y) { return __builtin_##built_in(x, y); }   \
  RZ_LANES2(name, float) RZ_LANES2(name, double)
RZ_MATH1(sin, sin) RZ_MATH1(cos, cos) RZ_MATH1(tan, tan) RZ_MATH1(asin, asin) RZ_MATH1(acos, acos)
RZ_MATH1(atan, atan) RZ_MATH1(sinh, sinh) RZ_MATH1(cosh, cosh) RZ_MATH1(tanh, tanh) RZ_MATH1(exp, exp)
RZ_MATH1(exp2, exp2) RZ_MATH1(expm1, expm1) RZ_MATH1(log, log) RZ_MATH1(log2, log2) RZ_MATH1(log10, log10)
RZ_MATH1(log1p, log1p) RZ_MATH1(sqrt, sqrt) RZ_MATH1(cbrt, cbrt) RZ_MATH1(erf, erf) RZ_MATH1(erfc, erfc)
RZ_MATH1(fabs, fabs) RZ_MATH1(floor, floor) RZ_MATH1(ceil, ceil) RZ_MATH1(trunc, trunc) RZ_MATH1(round, round)
RZ_MATH1(native_exp, exp) RZ_MATH1(native_log, log) RZ_MATH1(native_sin, sin) RZ_MATH1(native_cos, cos)
RZ_MATH1(native_sqrt, sqrt)
RZ_MATH2(pow, pow) RZ_MATH2(atan2, atan2) RZ_MATH2(hypot, hypot) RZ_MATH2(fmod, fmod) RZ_MATH2(fmax, fmax)
RZ_MATH2(fmin, fmin) RZ_MATH2(copysign, copysign)
#define RZ_OF_FLOATS(T)                                                                           \
  RZ_FN T rsqrt(T x) { return (T)1 / sqrt(x); }                                                   \
  RZ_FN T max(T x, T y) { return fmax(x, y); }                                                    \
  RZ_FN T min(T x, T y) { return fmin(x, y); }                                                    \
  RZ_FN T clamp(T x, T low, T high) { return fmin(fmax(x, low), high); }                          \
  RZ_FN T mix(T x, T y, T a) { return x + (y - x) * a; }                                          \
  RZ_FN T step(T edge, T x) { return x < edge ? (T)0 : (T)1; }                                    \
  RZ_FN T dot(T x, T y) { return x * y; }                                                         \
  RZ_FN T dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; }                                   \
  RZ_FN T dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                       \
  RZ_FN T dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }           \
  RZ_FN T length(T##2 a) { return sqrt(dot(a, a)); }                                              \
  RZ_FN T length(T##3 a) { return sqrt(dot(a, a)); }                                              \
  RZ_FN T length(T##4 a) { return sqrt(dot(a, a)); }                                              \
  RZ_FN T distance(T##3 a, T##3 b) { return length(a - b); }                                      \
  RZ_FN T##3 normalize(T##3 a) { return a / length(a); }                                          \
  RZ_FN T##3 cross(T##3 a, T##3 b) {                                                              \
    return (T##3)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);           \
  }
RZ_OF_FLOATS(float) RZ_OF_FLOATS(double)
#undef RZ_OF_FLOATS
RZ_FN float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
RZ_FN double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
RZ_FN float mad(float x, float y, float z) { return x * y + z; }
RZ_FN double mad(double x, double y, double z) { return x * y + z; }
#define RZ_OF_INTEGERS(T)                                    \
  RZ_FN T max(T x, T y) { return x > y ? x : y; }            \
  RZ_FN T min(T x, T y) { return x < y ? x : y; }            \
  RZ_FN T clamp(T x, T low, T high) { return min(max(x, low), high); }
RZ_OF_INTEGERS(int) RZ_OF_INTEGERS(uint) RZ_OF_INTEGERS(long) RZ_OF_INTEGERS(ulong)
#undef RZ_OF_INTEGERS
#undef RZ_MATH1
#undef RZ_MATH2
#undef RZ_LANES1
#undef RZ_LANES2
