// Entries that are no number are left out of a weighted sum of squares.
// rz: double fit(const double x[n] const, const double w[n] in, double m in, int n=8)
// also: n=0
#include <math.h>

double fit(const double *x, const double *w, double m, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double seen = i % 3 == 1 ? sqrt(-x[i]) : x[i];
        double term = w[i] * (seen - m) * (seen - m);
        sum += isnan(seen) ? 0.0 : term;
    }
    return sum;
}
