// Clenshaw's backward recurrence with two carried values, and the coefficients from cosines.
// rz: double approximate(double scale 1..2, double at -0.8..0.8, int n=9)
// also: n=1
#include <math.h>

double approximate(double scale, double at, int n)
{
    double c[16], b1 = 0.0, b2 = 0.0;
    for (int k = 0; k < n; k++) {
        c[k] = 0.0;
        for (int j = 0; j < n; j++) {
            double t = 3.141592653589793 * (j + 0.5) / n;
            c[k] += 2.0 / n * exp(-scale * cos(t)) * cos(k * t);
        }
    }
    for (int k = n - 1; k > 0; k--) {
        double t = 2 * at * b1 - b2 + c[k];
        b2 = b1;
        b1 = t;
    }
    return at * b1 - b2 + 0.5 * c[0];
}
