// Buffers that change places in some steps only, and one that moves on; inner loops of inner loops.
// rz: double swapped(const double start[n] in, double k=0.3, int n=8, int steps=6, int every=2)
// also: every=1
// also: every=7
// also: steps=0
#include <math.h>
double swapped(const double *start, double k, int n, int steps, int every)
{
    double x[16] = {0}, y[16] = {0}, moving[40] = {0};
    double *one = x, *other = y, *place = moving;
    for (int i = 0; i < n; i++)
        x[i] = y[i] = start[i];
    for (int t = 0; t < steps; t++) {
        for (int round = 0; round < 2; round++) {
            for (int i = 1; i < n - 1; i++)
                other[i] = one[i] * cos(one[i - 1]) + k * one[i + 1] * place[i - 1];
            double *third = one;
            one = other;
            other = third;
        }
        for (int i = 0; i < n; i++)
            place[i] += one[i] * other[i];
        if (t % every == 0) {
            double *third = one;
            one = other;
            other = third;
        }
        place++;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += one[i] + 2 * other[i] + moving[i] * moving[i + 1];
    return s;
}
