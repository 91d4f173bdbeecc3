// Sine and cosine, hyperbolic ones too, of the same angle: before, after, on one way only, in a loop.
// rz: double turn(double x[n] inout, const double y[n] in, int n=11, double a=0.6)
// also: n=1
#include <math.h>
double turn(double *x, const double *y, int n, double a)
{
    double s = sin(a), sum = 0, c = 1;
    if (y[0] > 1)
        c = cos(a);
    for (int i = 0; i < n; i++) {
        double si = sin(x[i]), co = cos(x[i]), h = cosh(y[i]), k = sinh(y[i]);
        sum += si * c + h * k * s;
        x[i] = co * y[i] - si * h;
        if (i % 3 == 1)
            sum += sin(a * y[i]);
        sum += cos(a * y[i]) * x[i];
    }
    return sum + s;
}
