// What CUDA and HIP give device code, in terms of a few functions (`rz_gpu_…`) and of clang's
// built-ins: enough for kernels to be compiled where no vendor's headers are.
//
//   threadIdx.x            →  call i32 @rz_gpu_tid_x()
//   __syncthreads()        →  call void @rz_gpu_barrier()
//   atomicAdd(p, x)        →  atomicrmw fadd ptr %p, float %x monotonic
//   sinf(x)                →  call float @llvm.sin.f32(float %x)
//   __shfl_down_sync(…)    →  a slot of shared memory for each thread, between two warp barriers
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __restrict__ __restrict

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef unsigned int uint;
#define RZ_FN static __inline__ __attribute__((device)) __attribute__((always_inline))
#define RZ_QUERY extern "C" __attribute__((device)) __attribute__((const)) __attribute__((nothrow))
#define RZ_EVENT extern "C" __attribute__((device)) __attribute__((convergent)) __attribute__((nothrow))

// ---- where a thread is -----------------------------------------------------------------------

#define RZ_AXES(what)                    \
  RZ_QUERY unsigned rz_gpu_##what##_x(); \
  RZ_QUERY unsigned rz_gpu_##what##_y(); \
  RZ_QUERY unsigned rz_gpu_##what##_z();
RZ_AXES(tid) RZ_AXES(ctaid) RZ_AXES(ntid) RZ_AXES(nctaid)
#undef RZ_AXES
RZ_EVENT void rz_gpu_barrier();
RZ_EVENT void rz_gpu_warp_barrier();

struct dim3 {
  unsigned x, y, z;
  __attribute__((device)) __attribute__((host)) constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
#define RZ_PLACE(type, what)                                                            \
  struct type {                                                                         \
    __declspec(property(get = get_x)) unsigned x;                                       \
    __declspec(property(get = get_y)) unsigned y;                                       \
    __declspec(property(get = get_z)) unsigned z;                                       \
    __attribute__((device)) __attribute__((always_inline)) static unsigned get_x() { return rz_gpu_##what##_x(); } \
    __attribute__((device)) __attribute__((always_inline)) static unsigned get_y() { return rz_gpu_##what##_y(); } \
    __attribute__((device)) __attribute__((always_inline)) static unsigned get_z() { return rz_gpu_##what##_z(); } \
    __attribute__((device)) operator dim3() const { return dim3(get_x(), get_y(), get_z()); }                       \
  };                                                                                    \
  extern const __attribute__((device)) type
RZ_PLACE(rz_thread_index, tid) threadIdx;
RZ_PLACE(rz_block_index, ctaid) blockIdx;
RZ_PLACE(rz_block_size, ntid) blockDim;
RZ_PLACE(rz_grid_size, nctaid) gridDim;
#undef RZ_PLACE

const int warpSize = 32;
RZ_FN unsigned rz_linear() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

// ---- waiting ---------------------------------------------------------------------------------

#define __syncthreads() rz_gpu_barrier()  // a built-in of clang where the target is NVIDIA's
RZ_FN void __syncwarp(unsigned mask = 0xffffffffu) { rz_gpu_warp_barrier(); }
RZ_FN void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
RZ_FN void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
RZ_FN void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

RZ_FN int __syncthreads_count(int predicate) {
  __shared__ int counted;
  if (rz_linear() == 0) counted = 0;
  rz_gpu_barrier();
  if (predicate) __atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED);
  rz_gpu_barrier();
  int found = counted;
  rz_gpu_barrier();
  return found;
}
RZ_FN int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
RZ_FN int __syncthreads_and(int predicate) { return __syncthreads_count(!predicate) == 0; }

// ---- what the threads of a warp hand to each other -------------------------------------------

template <class T> RZ_FN T rz_handed(T value, unsigned lane) {
  __shared__ T slots[1024];
  unsigned own = rz_linear();
  slots[own] = value;
  rz_gpu_warp_barrier();
  T found = slots[(own & ~31u) + lane];
  rz_gpu_warp_barrier();
  return found;
}
template <class T> RZ_FN T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  unsigned own = rz_linear() & 31, first = own & ~(unsigned)(width - 1);
  return rz_handed(value, first + ((unsigned)lane & (width - 1)));
}
template <class T> RZ_FN T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  unsigned own = rz_linear() & 31, first = own & ~(unsigned)(width - 1);
  return rz_handed(value, own - first >= delta ? own - delta : own);
}
template <class T> RZ_FN T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  unsigned own = rz_linear() & 31, first = own & ~(unsigned)(width - 1);
  return rz_handed(value, own + delta < first + width ? own + delta : own);
}
template <class T> RZ_FN T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
  unsigned own = rz_linear() & 31, first = own & ~(unsigned)(width - 1), other = own ^ (unsigned)lanes;
  return rz_handed(value, other < first + width ? other : own);
}
RZ_FN unsigned __ballot_sync(unsigned mask, int predicate) {
  __shared__ unsigned votes[32];
  unsigned own = rz_linear(), warp = own / 32;
  if ((own & 31) == 0) votes[warp] = 0;
  rz_gpu_warp_barrier();
  if (predicate) __atomic_fetch_or(&votes[warp], 1u << (own & 31), __ATOMIC_RELAXED);
  rz_gpu_warp_barrier();
  unsigned found = votes[warp];
  rz_gpu_warp_barrier();
  return found & mask;
}
RZ_FN int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
RZ_FN int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }

// ---- atomic operations -----------------------------------------------------------------------

#define RZ_ATOMICS(T)                                                                           \
  RZ_FN T atomicAdd(T *p, T v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }           \
  RZ_FN T atomicAdd_block(T *p, T v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }     \
  RZ_FN T atomicSub(T *p, T v) { return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED); }           \
  RZ_FN T atomicMin(T *p, T v) { return __atomic_fetch_min(p, v, __ATOMIC_RELAXED); }           \
  RZ_FN T atomicMax(T *p, T v) { return __atomic_fetch_max(p, v, __ATOMIC_RELAXED); }           \
  RZ_FN T atomicExch(T *p, T v) { T old; __atomic_exchange(p, &v, &old, __ATOMIC_RELAXED); return old; }
RZ_ATOMICS(int) RZ_ATOMICS(unsigned) RZ_ATOMICS(unsigned long long) RZ_ATOMICS(long long)
RZ_ATOMICS(float) RZ_ATOMICS(double)
#undef RZ_ATOMICS
#define RZ_ATOMIC_BITS(T)                                                             \
  RZ_FN T atomicAnd(T *p, T v) { return __atomic_fetch_and(p, v, __ATOMIC_RELAXED); } \
  RZ_FN T atomicOr(T *p, T v) { return __atomic_fetch_or(p, v, __ATOMIC_RELAXED); }   \
  RZ_FN T atomicXor(T *p, T v) { return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED); } \
  RZ_FN T atomicCAS(T *p, T expected, T v) {                                          \
    __atomic_compare_exchange(p, &expected, &v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return expected;                                                                  \
  }
RZ_ATOMIC_BITS(int) RZ_ATOMIC_BITS(unsigned) RZ_ATOMIC_BITS(unsigned long long)
#undef RZ_ATOMIC_BITS

template <class T> RZ_FN T __ldg(const T *p) { return *p; }
template <class T> RZ_FN T __ldcg(const T *p) { return *p; }
template <class T> RZ_FN T __ldcs(const T *p) { return *p; }

// ---- mathematics -----------------------------------------------------------------------------

#define RZ_MATH1(name)                                                        \
  RZ_FN float name##f(float x) { return __builtin_##name##f(x); }  \
  RZ_FN float name(float x) { return __builtin_##name##f(x); }                \
  RZ_FN double name(double x) { return __builtin_##name(x); }
#define RZ_MATH2(name)                                                                            \
  RZ_FN float name##f(float x, float y) { return __builtin_##name##f(x, y); }          \
  RZ_FN float name(float x, float y) { return __builtin_##name##f(x, y); }                        \
  RZ_FN double name(double x, double y) { return __builtin_##name(x, y); }
RZ_MATH1(sin) RZ_MATH1(cos) RZ_MATH1(tan) RZ_MATH1(asin) RZ_MATH1(acos) RZ_MATH1(atan)
RZ_MATH1(sinh) RZ_MATH1(cosh) RZ_MATH1(tanh) RZ_MATH1(asinh) RZ_MATH1(acosh) RZ_MATH1(atanh)
RZ_MATH1(exp) RZ_MATH1(exp2) RZ_MATH1(expm1) RZ_MATH1(log) RZ_MATH1(log2) RZ_MATH1(log10)
RZ_MATH1(log1p) RZ_MATH1(sqrt) RZ_MATH1(cbrt) RZ_MATH1(erf) RZ_MATH1(erfc) RZ_MATH1(tgamma)
RZ_MATH1(lgamma) RZ_MATH1(fabs) RZ_MATH1(floor) RZ_MATH1(ceil) RZ_MATH1(trunc) RZ_MATH1(round)
RZ_MATH1(rint)
RZ_MATH2(pow) RZ_MATH2(atan2) RZ_MATH2(hypot) RZ_MATH2(fmod) RZ_MATH2(fmax) RZ_MATH2(fmin)
RZ_MATH2(copysign) RZ_MATH2(fdim)
#undef RZ_MATH1
#undef RZ_MATH2
RZ_FN float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
RZ_FN float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
RZ_FN double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
RZ_FN float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
RZ_FN float rsqrt(float x) { return 1.0f / __builtin_sqrtf(x); }
RZ_FN double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
RZ_FN void sincosf(float x, float *s, float *c) { *s = __builtin_sinf(x); *c = __builtin_cosf(x); }
RZ_FN void sincos(double x, double *s, double *c) { *s = __builtin_sin(x); *c = __builtin_cos(x); }
RZ_FN float __sinf(float x) { return __builtin_sinf(x); }
RZ_FN float __cosf(float x) { return __builtin_cosf(x); }
RZ_FN float __expf(float x) { return __builtin_expf(x); }
RZ_FN float __logf(float x) { return __builtin_logf(x); }
RZ_FN float __powf(float x, float y) { return __builtin_powf(x, y); }
RZ_FN float __fdividef(float x, float y) { return x / y; }
RZ_FN float __frcp_rn(float x) { return 1.0f / x; }
RZ_FN float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
RZ_FN float __saturatef(float x) { return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f); }
RZ_FN int abs(int x) { return x < 0 ? -x : x; }
RZ_FN float abs(float x) { return __builtin_fabsf(x); }
RZ_FN double abs(double x) { return __builtin_fabs(x); }
RZ_FN int min(int x, int y) { return x < y ? x : y; }
RZ_FN int max(int x, int y) { return x > y ? x : y; }
RZ_FN unsigned min(unsigned x, unsigned y) { return x < y ? x : y; }
RZ_FN unsigned max(unsigned x, unsigned y) { return x > y ? x : y; }
RZ_FN long long min(long long x, long long y) { return x < y ? x : y; }
RZ_FN long long max(long long x, long long y) { return x > y ? x : y; }
RZ_FN float min(float x, float y) { return __builtin_fminf(x, y); }
RZ_FN float max(float x, float y) { return __builtin_fmaxf(x, y); }
RZ_FN double min(double x, double y) { return __builtin_fmin(x, y); }
RZ_FN double max(double x, double y) { return __builtin_fmax(x, y); }
RZ_FN bool isnan(double x) { return x != x; }
RZ_FN bool isinf(double x) { return __builtin_isinf(x); }
RZ_FN int __popc(unsigned x) { return __builtin_popcount(x); }
RZ_FN int __ffs(int x) { return __builtin_ffs(x); }
RZ_FN int __clz(int x) { return x ? __builtin_clz(x) : 32; }

// ---- short vectors ---------------------------------------------------------------------------

#define RZ_VECTORS(T, name, al2, al4)                                                         \
  struct __align__(al2) name##2 { T x, y; };                                                  \
  struct name##3 { T x, y, z; };                                                              \
  struct __align__(al4) name##4 { T x, y, z, w; };                                            \
  RZ_FN name##2 make_##name##2(T x, T y) { return name##2{x, y}; }                            \
  RZ_FN name##3 make_##name##3(T x, T y, T z) { return name##3{x, y, z}; }                    \
  RZ_FN name##4 make_##name##4(T x, T y, T z, T w) { return name##4{x, y, z, w}; }
RZ_VECTORS(float, float, 8, 16)
RZ_VECTORS(double, double, 16, 16)
RZ_VECTORS(int, int, 8, 16)
RZ_VECTORS(unsigned, uint, 8, 16)
#undef RZ_VECTORS
