// Turns add to one sum or to the other, or subtract from it, or do nothing.
// rz: double f(const double x[n*d] in, const int kind[n] {0, 1, 2, 3, 1}, double a=0.7, int d=3, int n=7)
// also: n=1
#include <math.h>
double f(const double *restrict x, const int *restrict kind, double a, int d, int n)
{
    double one = 0, other = 0;
    for (int i = 0; i < n; i++) {
        if (kind[i] == 3)
            continue;
        double s = a;
        for (int j = 0; j < d; j++)
            s *= 1 + 0.2 * sin(x[i * d + j]);
        if (kind[i] == 0)
            one += s * s * s;
        else if (kind[i] == 1)
            for (int j = 0; j < d; j++)
                other -= exp(s * x[i * d + j]);
        else
            one -= s * a;
    }
    return one / n - 0.5 * other;
}
