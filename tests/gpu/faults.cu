// Kernels with a fault each; the line that `test_faults.py` expects says `fault:` and its kind.
#define GLOBAL extern "C" __global__ void

GLOBAL neighbour(double *x) {
  __shared__ double s[32];
  int t = threadIdx.x;
  s[t] = 0.0;
  __syncthreads();
  s[t] = x[t];  // fault: data race
  x[t] = s[(t + 1) % 32];
}

GLOBAL no_second_barrier(double *x) {
  __shared__ double s[32];
  int t = threadIdx.x;
  for (int k = 0; k < 3; k++) {
    s[t] = x[t] + k;
    __syncthreads();
    x[t] = s[31 - t];  // fault: data race
  }
}

GLOBAL sum_by_all(const double *x, double *sum) {
  *sum += x[threadIdx.x];  // fault: data race
}

GLOBAL atomic_and_plain(double *x) {
  atomicAdd(x, 1.0);  // fault: data race
  x[0] = 2.0;
}

GLOBAL across_blocks(double *x) {
  x[threadIdx.x] = blockIdx.x;  // fault: data race
}

GLOBAL warps(double *x) {
  __shared__ double s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncwarp();
  x[t] = s[63 - t];  // fault: data race
}

GLOBAL one_too_many(const double *x, double *y, int n) {
  int i = threadIdx.x;
  if (i <= n) y[i] = x[i];  // fault: out of bounds
}

GLOBAL before_the_start(const double *x, double *y) {
  y[threadIdx.x] = x[(int)threadIdx.x - 1];  // fault: out of bounds
}

GLOBAL beyond_shared(double *x) {
  __shared__ double s[32];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x + 1];  // fault: out of bounds
}

GLOBAL never_written(double *x) {
  __shared__ double s[32];
  int t = threadIdx.x;
  if (t > 0) s[t] = x[t];
  __syncthreads();
  x[t] = s[31 - t];  // fault: uninitialised shared memory
}

GLOBAL half_the_block(double *x) {
  if (threadIdx.x < 8) {
    x[threadIdx.x] *= 2.0;
    __syncthreads();  // fault: divergent barrier
  }
}

GLOBAL two_barriers(double *x) {
  if (threadIdx.x < 8) {
    __syncthreads();  // fault: divergent barrier
  } else {
    x[threadIdx.x] = 0.0;
    __syncthreads();
  }
}

GLOBAL returned_early(double *x, int n) {
  if (threadIdx.x >= n) return;
  x[threadIdx.x] *= 2.0;
  __syncthreads();  // fault: divergent barrier
}

GLOBAL histogram(const double *x, const int *bin, double *h) {
  h[bin[threadIdx.x]] += x[threadIdx.x];  // fault: data race
}

GLOBAL shuffled_away(double *x) {
  __shared__ double s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncwarp();
  double v = s[t ^ 1];
  __syncwarp();
  s[t ^ 32] = v;  // fault: data race
  x[t] = s[t];
}

GLOBAL last_block(double *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 2.0 * x[i];  // fault: out of bounds
}

GLOBAL wrong_row(const double *x, double *y, int rows, int columns) {
  int i = threadIdx.x, j = threadIdx.y;
  y[i * rows + j] = x[j * columns + i];  // fault: data race
}

GLOBAL halving(double *x) {
  __shared__ double s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];  // fault: data race
  }
  if (t == 0) x[0] = s[0];
}

GLOBAL odd_threads_wait(double *x) {
  for (int k = 0; k < (int)(threadIdx.x & 1) + 1; k++) {
    x[threadIdx.x] += k;
    __syncthreads();  // fault: divergent barrier
  }
}

GLOBAL dynamic_too_small(double *x) {
  extern __shared__ double room[];
  int t = threadIdx.x;
  room[t] = x[t];  // fault: out of bounds
  __syncthreads();
  x[t] = room[blockDim.x - 1 - t];
}

GLOBAL histogram_not_cleared(const int *bin, double *h) {
  __shared__ double own[8];
  atomicAdd(&own[bin[threadIdx.x] % 8], 1.0);  // fault: uninitialised shared memory
  __syncthreads();
  if (threadIdx.x < 8) h[threadIdx.x] = own[threadIdx.x];
}

