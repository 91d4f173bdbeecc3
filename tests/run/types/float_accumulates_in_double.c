// float data, double accumulator: fpext and fptrunc on the active path.
// rz: float norm(const float x[n] in, int n=11)
// also: n=1
#include <math.h>
#ifndef REAL
#define REAL float
#endif
REAL norm(const REAL *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += (double)x[i] * x[i] * (i + 1);
    return (REAL)sqrt(s);
}
