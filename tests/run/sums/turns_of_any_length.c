// Inner loops whose length is another one in each turn, counted and not counted.
// rz: double f(const double x[n] in, int n=7)
// also: n=1
// also: n=2
#include <math.h>
double f(const double *x, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = i; j < n; j++)
            s *= 1 + 0.3 * sin(x[j] * x[i]);
        double r = x[i];
        while (r * r > 0.3 * x[n - 1])
            r = 0.6 * sin(r);
        for (int j = 0; j < i; j++) {
            double t = 1;
            for (int k = j; k < i; k++)
                t = cos(t * x[k]);
            s += t * r;
        }
        total += s * r;
    }
    return total;
}
