// Sums and atomic additions of floats.
// rz: float f(const float x[n] in, float y[3] inout, int n=12)
// tolerance: loose
#ifndef REAL
#define REAL float
#endif
REAL f(const REAL *x, REAL *y, int n)
{
    REAL s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
#pragma omp atomic
        y[i % 3] += x[i] * x[(i + 1) % n];
    }
    return s;
}
