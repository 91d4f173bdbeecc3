// The sum is added up behind a pointer, without a result.
// rz: void f(const double x[n*d] in, double out[2] inout, int d=3, int n=5)
// also: n=1
#include <math.h>
void f(const double *restrict x, double *restrict out, int d, int n)
{
    out[1] *= 2;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j]) * x[i * d + d - 1 - j];
        out[0] += s * s;
    }
    out[1] += 0.5;
}
