// flags: -x cl -cl-std=CL2.0 --target=nvptx64-nvidia-cuda -cl-no-stdinc
// A kernel for a graphics processor: address spaces, barriers, kernel metadata.
typedef unsigned long size_t; typedef float float4 __attribute__((ext_vector_type(4))); __attribute__((const)) size_t get_global_id(unsigned); size_t get_local_id(unsigned); size_t get_group_id(unsigned); float fma(float, float, float); __attribute__((convergent)) void barrier(int);
#define CLK_LOCAL_MEM_FENCE 1
__kernel void axpy(__global float *y, __global const float *restrict x, float a, int n) { int i = get_global_id(0); if (i < n) y[i] = fma(a, x[i], y[i]); }
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void total(__global float *out, __global const float *in, __local float *part) {
  int l = get_local_id(0); part[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 32; s; s >>= 1) { if (l < s) part[l] += part[l + s]; barrier(CLK_LOCAL_MEM_FENCE); }
  if (!l) out[get_group_id(0)] = part[0]; }
__constant float4 table[2] = {(float4)(1, 2, 3, 4), (float4)(0)};
float4 picked(int i) { return table[i & 1].wzyx; }
