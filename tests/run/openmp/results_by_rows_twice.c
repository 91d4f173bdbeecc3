// One region with two loops whose results are apart.
// rz: void f(const float a[3*n] in, const int column[3*n] below n, const float x[n] in, float y[n] out, float z[n] out, int n=9)
// also: n=1
#ifndef REAL
#define REAL float
#endif
void f(const REAL *restrict a, const int *restrict column, const REAL *restrict x,
       REAL *restrict y, REAL *restrict z, int n)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++) {
            REAL s = 0;
            for (int k = 3 * i; k < 3 * i + i % 4; k++)
                s += a[k] * x[column[k]];
            y[i] = s;
        }
#pragma omp for
        for (int i = 0; i < n; i++) {
            REAL s = 1;
            for (int k = 3 * i; k < 3 * i + i % 4; k++)
                s += a[k] * s * x[column[k]];
            z[i] = s;
        }
    }
}
