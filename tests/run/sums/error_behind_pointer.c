// The sum goes to memory at the end, weighed, and to a second place as it is.
// rz: void f(const double x[n*d] in, const double w[d] in, double error[2] inout, int d=3, int n=5)
// also: n=1
// also: n=0
#include <math.h>
void f(const double *restrict x, const double *restrict w, double *restrict error, int d, int n)
{
    double total = 0, other = error[1] * error[0];
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < d; j++)
            s *= 1 + 0.3 * sin(x[i * d + j] * w[j]);
        total += s * s;
        other -= s;
    }
    error[0] = 0.5 * total;
    error[1] = other;
}
