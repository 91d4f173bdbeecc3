// A state whose step is chosen: the way not taken has partials whose product would overflow.
// rz: double chain(const double a[n] in, int n=12, double x=0.4)
// also: n=1
#include <math.h>
double chain(const double *a, int n, double x)
{
    for (int i = 0; i < n; i++) {
        double far = exp(600 + x) * exp(400 + a[i]) * x;
        x = x > 50 ? far : x * a[i] + sqrt(x) * 0.1;
    }
    return x;
}
