// Loops of many shapes, with hints.
#include <stddef.h>
void axpy(size_t n, double a, const double *restrict x, double *restrict y) { for (size_t i = 0; i < n; i++) y[i] += a * x[i]; }
double dot(int n, const double *x, const double *y) { double s = 0;
#pragma clang loop vectorize(enable) interleave_count(2)
  for (int i = 0; i < n; i++) s += x[i] * y[i]; return s; }
void matmul(int n, double c[n][n], const double a[n][n], const double b[n][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s; } }
void stencil(float *out, const float *in, int n) {
#pragma clang loop unroll_count(4)
  for (int i = 1; i < n - 1; i++) out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1]; }
int collatz(unsigned long x) { int n = 0; do { x = x & 1 ? 3 * x + 1 : x / 2; n++; } while (x != 1); return n; }
double search(const double *p, const double *end, double x) { for (; p != end; p++) if (*p > x) break; return p == end ? -1 : *p; }
void prefix(int *a, int n) { for (int i = 1; i < n; i++) a[i] += a[i - 1]; }
float largest(const float *a, int n) { float m = a[0]; for (int i = 1; i < n; i++) m = a[i] > m ? a[i] : m; return m; }
void backwards(short *a, const char *b, int n) { for (int i = n - 1; i >= 0; i -= 3) a[i] = (short)(b[i] * i); }
void gather(double *out, const double *in, const int *at, int n) {
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < n; i++) out[i] = in[at[i]]; }
double newton(double x) { for (int i = 0; i < 8; i++) x -= (x * x - 2) / (2 * x); return x; }
