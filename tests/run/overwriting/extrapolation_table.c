// Romberg's tableau in one row, updated in place from the left while values age.
// rz: double romberg(double a, double b, int levels=5)
// also: levels=1
#include <math.h>

double romberg(double a, double b, int levels)
{
    double row[8];
    for (int k = 0; k < levels; k++) {
        int n = 1 << k;
        double h = 1.0 / n, s = 0.5 * (exp(-a * b) + exp(-a * (b + 1)));
        for (int i = 1; i < n; i++)
            s += exp(-a * (b + i * h));
        double value = s * h, factor = 1.0;
        for (int j = 0; j < k; j++) {
            factor *= 4.0;
            double older = row[j];
            row[j] = value;
            value = value + (value - older) / (factor - 1.0);
        }
        row[k] = value;
    }
    return row[levels - 1] * a;
}
