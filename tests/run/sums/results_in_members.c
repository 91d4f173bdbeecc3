// Two arrays of results, one of structures; members are stored one by one.
// rz: void f(const double x[n*d] in, double pairs[2*n] out, double w[n] out, int d=3, int n=5)
// also: n=1
#include <math.h>
struct pair {
    double one, two;
};
void f(const double *restrict x, struct pair *restrict pairs, double *restrict w, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0, t = 1;
        for (int j = 0; j < d; j++) {
            s += sin(x[i * d + j]);
            t *= x[i * d + j];
        }
        pairs[i].one = s * t;
        pairs[i].two = t - s;
        w[i] = s;
    }
}
