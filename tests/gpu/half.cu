// Kernels on numbers of 16 bits, in CUDA and in HIP.
#ifdef __HIP__
#include <hip/hip_fp16.h>
#else
#include <cuda_fp16.h>
#endif
#define GLOBAL extern "C" __global__ void
#define I (blockIdx.x * blockDim.x + threadIdx.x)

GLOBAL curved(const half *x, half *y, int n) {
  int i = I;
  if (i < n) y[i] = __hfma(x[i], x[i], hsin(x[i]));
}

// As in mixed precision: what is read has 16 bits, sums have 32. All threads read x.
GLOBAL rows(const half *a, const half *x, float *y, int n, int m) {
  int i = I;
  if (i >= n) return;
  float sum = 0.0f;
  for (int j = 0; j < m; j++) sum += __half2float(a[i * m + j]) * __half2float(x[j]);
  y[i] = sum * sum;
}

GLOBAL pairs(const half2 *p, half *y, int n) {
  __shared__ half s[32];
  int i = I, t = threadIdx.x;
  half2 own = i < n ? p[i] : make_half2(0, 0);
  s[t] = __low2half(own) * __high2half(own);
  __syncthreads();
  if (i < n) y[i] = __hadd(s[t], __hmul(own.x, s[(t + 1) % blockDim.x]));
}

// A value that a loop carries is kept in 16 bits; threads add to one place in memory of that size.
GLOBAL decayed(const half *x, half *total, int n) {
  half v = x[I];
  for (int k = 0; k < n; k++) v = v * (half)0.75f + v * v * (half)0.125f;
  atomicAdd(total, v);
}

// All threads read one number.
GLOBAL scaled(const half *x, const half *c, half *y, int n) {
  int i = I;
  if (i < n) y[i] = c[1] * x[i] + c[0];
}
