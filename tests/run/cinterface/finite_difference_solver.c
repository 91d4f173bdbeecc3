// A whole program: gradient descent on a spring chain, each gradient checked by differences.
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double energy(const double *x, const double *rest, int n)
{
    double e = 0.05 * x[0] * x[0];
    for (int i = 0; i + 1 < n; i++) {
        double d = x[i + 1] - x[i] - rest[i];
        e += d * d + 0.1 * d * d * d * d;
    }
    return e;
}

int main(void)
{
    double x[5] = {0, 1, 1.5, 3, 3.2}, rest[4] = {1, 1, 1, 1}, before = energy(x, rest, 5);
    for (int step = 0; step < 40; step++) {
        double g[5] = {0};
        __enzyme_autodiff((void *)energy, enzyme_dup, x, g, enzyme_const, rest, enzyme_const, 5);
        for (int i = 0; i < 5; i++) {
            double keep = x[i], h = 1e-5;
            x[i] = keep + h;
            double above = energy(x, rest, 5);
            x[i] = keep - h;
            double below = energy(x, rest, 5);
            x[i] = keep;
            near_within("gradient", g[i], (above - below) / (2 * h), 1e-8);
        }
        for (int i = 0; i < 5; i++)
            x[i] -= 0.1 * g[i];
    }
    near("descends", energy(x, rest, 5) < 0.2 * before, 1);
    return wrong;
}
