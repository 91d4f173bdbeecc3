// Further kernels of the kinds that programs have; `test_more_kernels.py` says how each is launched.
#include <cuda_runtime.h>
#include <math.h>

#define GLOBAL extern "C" __global__ void
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

// ---- element-wise ----------------------------------------------------------------------------

GLOBAL axpby(double a, const double *x, double b, double *y, int n) {
  int i = INDEX;
  if (i < n) y[i] = a * x[i] + b * y[i] * y[i];
}

GLOBAL gelu(const double *x, double *y, int n) {
  int i = INDEX;
  if (i < n) y[i] = 0.5 * x[i] * (1.0 + erf(x[i] * 0.7071067811865476));
}

GLOBAL black_scholes(const double *spot, const double *strike, double *call, double rate, double vol, int n) {
  int i = INDEX;
  if (i >= n) return;
  double d1 = (log(spot[i] / strike[i]) + rate + 0.5 * vol * vol) / vol, d2 = d1 - vol;
  call[i] = spot[i] * 0.5 * erfc(-d1 * 0.70710678) - strike[i] * exp(-rate) * 0.5 * erfc(-d2 * 0.70710678);
}

GLOBAL rotated(const float4 *q, const float3 *v, float3 *w, int n) {
  int i = INDEX;
  if (i >= n) return;
  float4 a = q[i];
  float3 b = v[i];
  float tx = 2.0f * (a.y * b.z - a.z * b.y), ty = 2.0f * (a.z * b.x - a.x * b.z), tz = 2.0f * (a.x * b.y - a.y * b.x);
  w[i] = make_float3(b.x + a.w * tx + a.y * tz - a.z * ty, b.y + a.w * ty + a.z * tx - a.x * tz,
                     b.z + a.w * tz + a.x * ty - a.y * tx);
}

GLOBAL soa_to_aos(const double *x, const double *y, double2 *p, int n) {
  int i = INDEX;
  if (i < n) p[i] = make_double2(x[i] * y[i], x[i] - y[i] * y[i]);
}

GLOBAL switched(const double *x, const int *kind, double *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  switch (kind[i]) {
    case 0: y[i] = sin(x[i]); break;
    case 1: y[i] = exp(-x[i]); break;
    case 2: y[i] = x[i] * x[i] * x[i]; break;
    default: y[i] = 1.0 / (1.0 + x[i]);
  }
}

// ---- stencils --------------------------------------------------------------------------------

GLOBAL laplace_2d(const double *u, double *v, int nx, int ny) {
  int i = INDEX, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
  int c = j * nx + i;
  v[c] = u[c] * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] - 4.0 * u[c]);
}

GLOBAL stencil_3d(const double *u, double *v, int nx, int ny, int nz) {
  int i = INDEX, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
  for (int k = 1; k < nz - 1; k++) {
    int c = (k * ny + j) * nx + i;
    v[c] = sin(u[c]) + u[c - 1] * u[c + 1] + u[c - nx] * u[c + nx] + u[c - nx * ny] * u[c + nx * ny];
  }
}

GLOBAL tiled_2d(const double *u, double *v, int n) {
  __shared__ double s[6][6];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 4 + x, j = blockIdx.y * 4 + y;
  int left = max(i - 1, 0), right = min(i + 1, n - 1), up = max(j - 1, 0), down = min(j + 1, n - 1);
  s[y + 1][x + 1] = u[j * n + i];
  if (x == 0) s[y + 1][0] = u[j * n + left];
  if (x == 3) s[y + 1][5] = u[j * n + right];
  if (y == 0) s[0][x + 1] = u[up * n + i];
  if (y == 3) s[5][x + 1] = u[down * n + i];
  __syncthreads();
  v[j * n + i] = s[y + 1][x + 1] * (s[y][x + 1] + s[y + 2][x + 1]) + s[y + 1][x] * s[y + 1][x + 2];
}

GLOBAL wave_step(const double *before, const double *now, double *after, double c, int n) {
  int i = INDEX;
  if (i >= n) return;
  double left = i > 0 ? now[i - 1] : 0.0, right = i < n - 1 ? now[i + 1] : 0.0;
  after[i] = 2.0 * now[i] - before[i] + c * (left - 2.0 * now[i] + right) - 0.1 * now[i] * now[i] * now[i];
}

GLOBAL upwind(const double *a, const double *u, double *v, int n) {
  int i = INDEX;
  if (i < 1 || i >= n - 1) return;
  double f = a[i] > 0.0 ? a[i] * (u[i] - u[i - 1]) : a[i] * (u[i + 1] - u[i]);
  v[i] = u[i] - 0.3 * f;
}

// ---- matrices --------------------------------------------------------------------------------

GLOBAL matvec(const double *a, const double *x, double *y, int n, int m) {
  int i = INDEX;
  if (i >= n) return;
  double sum = 0.0;
  for (int j = 0; j < m; j++) sum += a[i * m + j] * x[j];
  y[i] = tanh(sum);
}

GLOBAL matvec_by_block(const double *a, const double *x, double *y, int m) {
  __shared__ double s[16];
  int t = threadIdx.x;
  double sum = 0.0;
  for (int j = t; j < m; j += blockDim.x) sum += a[blockIdx.x * m + j] * x[j];
  s[t] = sum;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = s[0] * s[0];
}

GLOBAL outer(const double *x, const double *y, double *a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = INDEX;
  if (i < n && j < n) a[i * n + j] += x[i] * y[j];
}

GLOBAL ell(const double *value, const int *column, const double *x, double *y, int rows, int width) {
  int row = INDEX;
  if (row >= rows) return;
  double sum = 0.0;
  for (int k = 0; k < width; k++) {
    int c = column[k * rows + row];
    if (c >= 0) sum += value[k * rows + row] * x[c];
  }
  y[row] = sum * x[row];
}

GLOBAL coo(const double *value, const int *row, const int *column, const double *x, double *y, int n) {
  int k = INDEX;
  if (k < n) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

GLOBAL forward_substitution(const double *l, double *b, int n) {
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (t == k) b[k] /= l[k * n + k];
    __syncthreads();
    if (t > k && t < n) b[t] -= l[t * n + k] * b[k];
    __syncthreads();
  }
}

// ---- reductions, scans -----------------------------------------------------------------------

GLOBAL grid_stride_sum(const double *x, double *sum, int n) {
  __shared__ double s[16];
  int t = threadIdx.x;
  double own = 0.0;
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) own += sin(x[i]);
  s[t] = own;
  __syncthreads();
  for (int d = 8; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, s[0]);
}

__device__ double warp_sum(double v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  return v;
}

GLOBAL block_sum(const double *x, double *y, int n) {
  __shared__ double parts[2];
  int t = threadIdx.x, i = INDEX;
  double v = warp_sum(i < n ? x[i] * x[i] : 0.0);
  if ((t & 31) == 0) parts[t / 32] = v;
  __syncthreads();
  double all = parts[0] + parts[1];
  if (i < n) y[i] = x[i] / sqrt(all);
}

GLOBAL layer_norm(const double *x, const double *gain, double *y, int n) {
  int t = threadIdx.x, row = blockIdx.x;
  double v = t < n ? x[row * n + t] : 0.0;
  double mean = warp_sum(v) / n;
  double d = t < n ? v - mean : 0.0;
  double variance = warp_sum(d * d) / n;
  if (t < n) y[row * n + t] = gain[t] * d * rsqrt(variance + 1e-5);
}

GLOBAL warp_scan(const double *x, double *y) {
  double v = x[INDEX] * x[INDEX];
  for (int d = 1; d < 32; d *= 2) {
    double other = __shfl_up_sync(0xffffffffu, v, d);
    if ((threadIdx.x & 31) >= d) v += other;
  }
  y[INDEX] = v;
}

GLOBAL broadcast(const double *x, double *y) {
  double first = __shfl_sync(0xffffffffu, x[INDEX], 5);
  double quarter = __shfl_sync(0xffffffffu, x[INDEX], 1, 8);
  y[INDEX] = first * x[INDEX] + quarter * quarter;
}

GLOBAL log_sum_exp(const double *x, double *y, int n) {
  int i = INDEX;
  double largest = -1e30;
  for (int j = 0; j < n; j++) largest = fmax(largest, x[i * n + j]);
  double sum = 0.0;
  for (int j = 0; j < n; j++) sum += exp(x[i * n + j] - largest);
  y[i] = largest + log(sum);
}

GLOBAL cumulative_product(const double *x, double *y, int n) {
  int i = INDEX;
  double v = 1.0;
  for (int k = 0; k < n; k++) {
    v *= x[i * n + k];
    y[i * n + k] = v;
  }
}

// ---- particles, rays, chance -----------------------------------------------------------------

GLOBAL lennard_jones(const double3 *p, const int *neighbour, double3 *force, int n, int each) {
  int i = INDEX;
  if (i >= n) return;
  double fx = 0.0, fy = 0.0, fz = 0.0;
  for (int k = 0; k < each; k++) {
    int j = neighbour[i * each + k];
    double x = p[i].x - p[j].x, y = p[i].y - p[j].y, z = p[i].z - p[j].z;
    double r2 = x * x + y * y + z * z + 0.5, s = 1.0 / (r2 * r2 * r2), f = s * (s - 0.5) / r2;
    fx += f * x, fy += f * y, fz += f * z;
  }
  force[i].x = fx, force[i].y = fy, force[i].z = fz;
}

GLOBAL deposit(const double *x, const double *charge, double *rho, int n, int cells) {
  int i = INDEX;
  if (i >= n) return;
  int c = (int)x[i];
  double w = x[i] - c;
  atomicAdd(&rho[c], charge[i] * (1.0 - w));
  atomicAdd(&rho[(c + 1) % cells], charge[i] * w);
}

GLOBAL leapfrog(double *x, double *v, int steps, double dt) {
  int i = INDEX;
  double a = x[i], b = v[i];
  for (int k = 0; k < steps; k++) {
    b -= 0.5 * dt * sin(a);
    a += dt * b;
    b -= 0.5 * dt * sin(a);
  }
  x[i] = a, v[i] = b;
}

GLOBAL sphere_tracing(const double *radius, double *hit, int n) {
  int i = INDEX;
  if (i >= n) return;
  double t = 0.0;
  for (int k = 0; k < 30; k++) {
    double x = 0.1 * i, z = t - 3.0, d = sqrt(x * x + z * z) - radius[0];
    if (d < 1e-9 || t > 10.0) break;
    t += d;
  }
  hit[i] = t;
}

GLOBAL option_path(const double *p, const double *noise, double *payoff, int paths, int steps) {
  int i = INDEX;
  if (i >= paths) return;
  double s = p[0], sum = 0.0;
  for (int k = 0; k < steps; k++) {
    s *= exp((p[1] - 0.5 * p[2] * p[2]) * 0.1 + p[2] * 0.3 * noise[k * paths + i]);
    sum += s;
  }
  payoff[i] = fmax(sum / steps - 1.0, 0.0);
}

// ---- learning --------------------------------------------------------------------------------

GLOBAL convolution_2d(const double *x, const double *w, double *y, int n) {
  int i = INDEX, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n - 2 || j >= n - 2) return;
  double sum = 0.0;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) sum += w[a * 3 + b] * x[(j + a) * n + i + b];
  y[j * (n - 2) + i] = fmax(sum, 0.1 * sum);
}

GLOBAL max_pool(const double *x, double *y, int n) {
  int i = INDEX;
  if (i >= n) return;
  y[i] = fmax(fmax(x[4 * i], x[4 * i + 1]), fmax(x[4 * i + 2], x[4 * i + 3]));
}

GLOBAL cross_entropy(const double *logits, const int *label, double *loss, int n, int classes) {
  int i = INDEX;
  if (i >= n) return;
  double sum = 0.0;
  for (int c = 0; c < classes; c++) sum += exp(logits[i * classes + c]);
  atomicAdd(loss, (log(sum) - logits[i * classes + label[i]]) / n);
}

GLOBAL attention_row(const double *q, const double *k, const double *v, double *o, int n, int d) {
  int i = INDEX;
  if (i >= n) return;
  double sum = 0.0;
  for (int e = 0; e < d; e++) o[i * d + e] = 0.0;
  for (int j = 0; j < n; j++) {
    double s = 0.0;
    for (int e = 0; e < d; e++) s += q[i * d + e] * k[j * d + e];
    double w = exp(s);
    sum += w;
    for (int e = 0; e < d; e++) o[i * d + e] += w * v[j * d + e];
  }
  for (int e = 0; e < d; e++) o[i * d + e] /= sum;
}

GLOBAL recurrent(const double *w, const double *x, double *h, int steps) {
  __shared__ double s[8];
  int t = threadIdx.x;
  s[t] = h[t];
  for (int k = 0; k < steps; k++) {
    __syncthreads();
    double sum = x[k * 8 + t];
    for (int j = 0; j < 8; j++) sum += w[t * 8 + j] * s[j];
    __syncthreads();
    s[t] = tanh(sum);
  }
  h[t] = s[t];
}
