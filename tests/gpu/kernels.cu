// Kernels of the kinds that programs have; `test_kernels.py` says how each is launched.
#include <cuda_runtime.h>
#include <math.h>

#define GLOBAL extern "C" __global__ void
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

template <class T> __device__ T square(T x) { return x * x; }

GLOBAL elementwise(const double *__restrict__ x, double *__restrict__ y, int n) {
  int i = INDEX;
  if (i < n) y[i] = square(x[i]) + sin(x[i]);
}

GLOBAL in_place(double *x, int n) {
  int i = INDEX;
  if (i >= n) return;
  x[i] = exp(0.1 * x[i]) * x[i];
}

GLOBAL strided(const double *x, double *y, int n) {
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) y[i] = x[i] / (1.0 + x[i] * x[i]);
}

GLOBAL stencil(const double *u, double *v, int n) {
  __shared__ double tile[34];
  int t = threadIdx.x, i = INDEX;
  tile[t + 1] = i < n ? u[i] : 0.0;
  if (t == 0) tile[0] = i > 0 ? u[i - 1] : 0.0;
  if (t == blockDim.x - 1) tile[t + 2] = i + 1 < n ? u[i + 1] : 0.0;
  __syncthreads();
  if (i < n) v[i] = tile[t] * tile[t + 1] - 2.0 * tile[t + 1] + tile[t + 2] * tile[t + 2];
}

GLOBAL matmul(const double *a, const double *b, double *c, int n) {
  __shared__ double as[4][4], bs[4][4];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 4 + y, column = blockIdx.x * 4 + x;
  double sum = 0.0;
  for (int k = 0; k < n; k += 4) {
    as[y][x] = a[row * n + k + x];
    bs[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int j = 0; j < 4; j++) sum += as[y][j] * bs[j][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

GLOBAL reduction(const double *x, double *sums, int n) {
  __shared__ double s[32];
  int t = threadIdx.x, i = INDEX;
  s[t] = i < n ? x[i] * x[i] : 0.0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = sqrt(s[0]);
}

GLOBAL warp_sum(const double *x, double *sums, int n) {
  int i = INDEX;
  double v = i < n ? exp(x[i]) : 0.0;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if ((threadIdx.x & 31) == 0) atomicAdd(sums, v * v);
}

GLOBAL histogram(const double *x, const int *bin, double *h, int n) {
  int i = INDEX;
  if (i < n) atomicAdd(&h[bin[i]], x[i] * x[i]);
}

GLOBAL shared_histogram(const double *x, const int *bin, double *h, int n) {
  __shared__ double own[8];
  int i = INDEX, t = threadIdx.x;
  if (t < 8) own[t] = 0.0;
  __syncthreads();
  if (i < n) atomicAdd(&own[bin[i]], x[i] * x[i]);
  __syncthreads();
  if (t < 8) atomicAdd(&h[t], own[t]);
}

GLOBAL softmax(const double *x, double *y) {
  __shared__ double s[32];
  int t = threadIdx.x, row = blockIdx.x * blockDim.x;
  s[t] = x[row + t];
  __syncthreads();
  double largest = s[0];
  for (int j = 1; j < blockDim.x; j++) largest = max(largest, s[j]);
  __syncthreads();
  s[t] = exp(x[row + t] - largest);
  __syncthreads();
  double sum = 0.0;
  for (int j = 0; j < blockDim.x; j++) sum += s[j];
  y[row + t] = s[t] / sum;
}

GLOBAL nbody(const double *p, double *force, int n) {
  __shared__ double tile[16];
  int i = INDEX;
  double own = i < n ? p[i] : 0.0, total = 0.0;
  for (int first = 0; first < n; first += blockDim.x) {
    int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? p[j] : 0.0;
    __syncthreads();
    for (int k = 0; k < blockDim.x && first + k < n; k++) {
      double d = tile[k] - own;
      total += d * rsqrt(d * d + 0.1);
    }
    __syncthreads();
  }
  if (i < n) force[i] = total;
}

GLOBAL scan(const double *x, double *y) {
  __shared__ double s[2][32];
  int t = threadIdx.x, now = 0;
  s[0][t] = x[t] * x[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
    now = 1 - now;
    __syncthreads();
  }
  y[t] = s[now][t];
}

GLOBAL sparse(const double *values, const int *column, const int *start, const double *x, double *y, int rows) {
  int row = INDEX;
  if (row >= rows) return;
  double sum = 0.0;
  for (int k = start[row]; k < start[row + 1]; k++) sum += values[k] * x[column[k]];
  y[row] = sum;
}

GLOBAL convolution(const double *x, const double *weights, double *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  double sum = 0.0;
  for (int k = 0; k < 5; k++) {
    int j = i + k - 2;
    if (j >= 0 && j < n) sum += weights[k] * x[j];
  }
  y[i] = tanh(sum);
}

GLOBAL newton(const double *x, double *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  double root = 1.0 + x[i];
  while (fabs(root * root - x[i]) > 1e-12) root = 0.5 * (root + x[i] / root);
  y[i] = root * x[i];
}

GLOBAL transpose(const double *x, double *y, int n) {
  __shared__ double tile[4][5];
  int i = blockIdx.x * 4 + threadIdx.x, j = blockIdx.y * 4 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = x[j * n + i];
  __syncthreads();
  i = blockIdx.y * 4 + threadIdx.x, j = blockIdx.x * 4 + threadIdx.y;
  y[j * n + i] = square(tile[threadIdx.x][threadIdx.y]);
}

GLOBAL relaxation(double *u, int steps) {
  __shared__ double s[32];
  int t = threadIdx.x, n = blockDim.x;
  s[t] = u[t];
  for (int k = 0; k < steps; k++) {
    __syncthreads();
    double next = s[t] + 0.1 * (s[(t + 1) % n] * s[t] - s[(t + n - 1) % n]);
    __syncthreads();
    s[t] = next;
  }
  u[t] = s[t];
}

GLOBAL packed(const double4 *p, double *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  double4 q = p[i];
  y[i] = q.x * q.y + q.z * sin(q.w);
}

GLOBAL dynamic(const double *x, double *y) {
  extern __shared__ double room[];
  int t = threadIdx.x, n = blockDim.x;
  room[t] = x[t] * x[t];
  __syncthreads();
  y[t] = room[n - 1 - t] * x[t];
}

GLOBAL exchange(const double *x, double *y) {
  double v = x[INDEX];
  double other = __shfl_xor_sync(0xffffffffu, v, 1);
  double first = __shfl_sync(0xffffffffu, v, 0);
  double before = __shfl_up_sync(0xffffffffu, v, 2);
  y[INDEX] = v * other + first * before;
}

// Memory of a thread's own, by an index that the compiler does not know.
GLOBAL private_memory(const double *x, const int *order, double *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  double own[8];
  for (int k = 0; k < 8; k++) own[k] = x[i] * (k + 1);
  for (int k = 0; k < 8; k++) own[order[k]] += own[k] * own[k];
  y[i] = own[order[0]] * own[order[3]];
}

template <class T, int N> __device__ T polynomial(const T *c, T x) {
  T sum = c[N - 1];
  for (int k = N - 2; k >= 0; k--) sum = sum * x + c[k];
  return sum;
}

template <class T> __global__ void evaluate(const T *c, const T *x, T *y, int n) {
  int i = INDEX;
  if (i < n) y[i] = polynomial<T, 4>(c, x[i]);
}
template __global__ void evaluate<double>(const double *, const double *, double *, int);
template __global__ void evaluate<float>(const float *, const float *, float *, int);

// Paths of a random walk: how long each lasts depends on what was drawn.
GLOBAL monte_carlo(const double *p, double *mean, int n) {
  int i = INDEX;
  if (i >= n) return;
  unsigned state = 12345u + 747796405u * i;
  double level = p[0];
  int steps = 0;
  do {
    state = state * 1664525u + 1013904223u;
    level *= 1.0 + p[1] * (state / 4294967296.0 - 0.5);
    steps++;
  } while ((state >> 28) != 3 && steps < 40);
  atomicAdd(mean, level / n);
}

// March along a ray until what absorbs is thick; the count of steps is another one for each ray.
GLOBAL ray_march(const double *density, double *light, int n, int cells) {
  int i = INDEX;
  if (i >= n) return;
  double depth = 0.0, sum = 0.0;
  for (int k = 0; k < cells && depth < 2.0; k++) {
    double d = density[i * cells + k];
    sum += d * exp(-depth);
    depth += d * (1.0 + 0.1 * i);
  }
  light[i] = sum;
}

// The reverse of a while loop with barriers: all threads leave it together.
GLOBAL until_small(double *u) {
  __shared__ double s[16];
  int t = threadIdx.x;
  s[t] = u[t];
  __syncthreads();
  while (__syncthreads_or(s[t] > 0.5)) {
    double next = 0.6 * s[t] + 0.1 * s[(t + 1) % 16] * s[t];
    __syncthreads();
    s[t] = next;
    __syncthreads();
  }
  u[t] = s[t] * s[t];
}

GLOBAL cholesky(double *a, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (t == 0) a[k * n + k] = sqrt(a[k * n + k]);
    __syncthreads();
    if (t > k && t < n) a[t * n + k] /= a[k * n + k];
    __syncthreads();
    if (t > k && t < n)
      for (int j = k + 1; j <= t; j++) a[t * n + j] -= a[t * n + k] * a[j * n + k];
    __syncthreads();
  }
}
