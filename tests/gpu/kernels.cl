// Kernels in OpenCL C; `test_opencl.py` says how each is launched.

kernel void saxpy(double a, global const double *x, global double *y, int n) {
  size_t i = get_global_id(0);
  if (i < n) y[i] += a * x[i] * x[i];
}

kernel void vectors(global const double4 *p, global double *y, int n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  double4 q = p[i];
  y[i] = length(q.xyz) * sin(q.w) + dot(q, q.wzyx);
}

kernel void reduce(global const double *x, global double *sums, int n) {
  local double s[32];
  size_t t = get_local_id(0), i = get_global_id(0);
  s[t] = i < n ? exp(x[i]) : 0.0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t d = get_local_size(0) / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) sums[get_group_id(0)] = log(s[0]);
}

kernel void heat(global const double *u, global double *v, int nx, int ny, double k) {
  size_t i = get_global_id(0), j = get_global_id(1);
  if (i == 0 || j == 0 || i >= nx - 1 || j >= ny - 1) return;
  size_t c = j * nx + i;
  double here = u[c];
  v[c] = here + k * here * (u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] - 4.0 * here);
}

kernel void product(global const double *a, global const double *b, global double *c, int n) {
  local double as[4][4], bs[4][4];
  int x = get_local_id(0), y = get_local_id(1), row = get_global_id(1), column = get_global_id(0);
  double sum = 0.0;
  for (int k = 0; k < n; k += 4) {
    as[y][x] = a[row * n + k + x];
    bs[y][x] = b[(k + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 4; j++) sum = fma(as[y][j], bs[j][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void histogram(global const double *x, global const int *bin, global double *h, int n) {
  size_t i = get_global_id(0);
  if (i < n) atomic_add(&h[bin[i]], x[i] * x[i]);
}

constant double weights[3] = {0.25, 0.5, 0.25};
kernel void smooth(global const double *x, global double *y, int n) {
  int i = get_global_id(0);
  double sum = 0.0;
  for (int k = 0; k < 3; k++) sum += weights[k] * x[clamp(i + k - 1, 0, n - 1)];
  if (i < n) y[i] = tanh(sum);
}

double potential(double r2) { return native_exp(-r2) / sqrt(r2 + 0.01); }
kernel void bodies(global const double3 *p, global double *energy, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  double sum = 0.0;
  for (int j = 0; j < n; j++) {
    double3 d = p[j] - p[i];
    if (j != i) sum += potential(dot(d, d));
  }
  energy[i] = sum;
}

kernel void rows(global const double *value, global const int *column, global const int *start,
                 global const double *x, global double *y, int n) {
  int row = get_global_id(0);
  if (row >= n) return;
  double sum = 0.0;
  for (int k = start[row]; k < start[row + 1]; k++) sum += value[k] * x[column[k]];
  y[row] = sum * sum;
}

kernel void march(global const float *x, global float *y, int n, int steps) {
  int i = get_global_id(0);
  if (i >= n) return;
  float v = x[i];
  int k = 0;
  while (v < 2.0f && k++ < steps) v = mad(v, 0.25f * v, v);
  y[i] = v;
}
