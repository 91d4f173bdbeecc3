// Rows of single precision, added up in single precision.
// rz: void f(const float a[n*d] in, const float x[d] in, float y[n] out, int d=4, int n=5)
// also: n=1
#ifndef REAL
#define REAL float
#endif
void f(const REAL *restrict a, const REAL *restrict x, REAL *restrict y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        REAL s = 0;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j];
        y[i] = s * (REAL)0.5;
    }
}
