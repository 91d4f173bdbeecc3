// The sum goes to memory, is read there and overwritten; what the caller sees is something else.
// rz: double f(const double x[n*d] in, double error[1] inout, int d=3, int n=5)
// also: n=1
#include <math.h>
double f(const double *restrict x, double *error, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < d; j++)
            s *= 1 + 0.3 * sin(x[i * d + j] * x[j]);
        total += s * s;
    }
    double before = *error;
    *error = total;
    for (int j = 0; j < d; j++)
        *error += x[j] * *error * 0.1;
    return before * 2;
}
