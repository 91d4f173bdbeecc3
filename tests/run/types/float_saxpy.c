// Single precision: y += a*x with an active scalar.
// rz: void saxpy(const float x[n] in, float y[n] inout, int n=19, float a=0.75)
// also: n=0
// also: n=1
#ifndef REAL
#define REAL float
#endif
void saxpy(const REAL *restrict x, REAL *restrict y, int n, REAL a)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i] * x[i];
}
