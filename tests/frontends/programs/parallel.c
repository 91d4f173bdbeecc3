// flags: -fopenmp
// OpenMP: outlined regions, reductions, schedules, atomics, tasks.
void scaled(double *x, int n, double a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) x[i] *= a; }
double summed(const double *x, int n) { double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic, 16)
  for (int i = 0; i < n; i++) s += x[i]; return s; }
void histogram(const int *k, int *h, int n) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      h[k[i]]++; }
#pragma omp single
    h[0] = 0;
#pragma omp critical
    h[1]++;
#pragma omp barrier
  } }
void lanes(float *x, int n) {
#pragma omp simd safelen(8)
  for (int i = 8; i < n; i++) x[i] = x[i - 8] + 1; }
int fib(int n) { int a, b; if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b; }
