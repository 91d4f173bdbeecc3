// An array of double complex rotated in place by twiddle factors.
// rz: void rotate(double z[2*n] inout, int n=5, double angle=0.4)
// also: n=0
#include <complex.h>
#include <math.h>

void rotate(double *z, int n, double angle)
{
    double complex *c = (double complex *)z;
    for (int k = 0; k < n; k++) {
        double complex w = cos(angle * k) + I * sin(angle * k);
        c[k] = c[k] * w;
        if (k > 0)
            c[k] += 0.5 * c[k - 1] * c[k];
    }
}
