// Powers in an array of the function's own, refilled for each sum; the exponent is single precision once.
// rz: double f(const double x[n*4] in 0.4..2, double e=1.3, int n=5)
// also: n=1
#include <math.h>
double f(const double *x, double e, int n)
{
    double total = 0, row[4];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++)
            row[j] = pow(x[4 * i + j], e) + powf((float)x[4 * i + j], 2.5f) * 1e-9;
        double s = 0;
        for (int j = 0; j < 4; j++)
            s += row[j] * pow(row[3 - j], 0.5 * j);
        total += pow(s, 1.0 / 3);
    }
    return total;
}
