// A state handed on through quotients, roots and negatives; partials that divide become factors.
// rz: double chain(const double a[n] in, const double b[n] in, int n=17, double x=0.7)
// also: n=1
// also: n=2
#include <math.h>
double chain(const double *a, const double *b, int n, double x)
{
    for (int i = 0; i < n; i++) {
        double t = (a[i] - x) / (b[i] + x * x);
        x = -t * 0.5 + sqrt(1 + x * x * b[i]) - (x - t / a[i]);
    }
    return x;
}
