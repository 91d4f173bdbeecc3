// The gradient of a loss after inner steps of descent that themselves call a derivative: reverse over reverse.
#include <stdlib.h>
#include "near.h"
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_dupnoneed;
double __enzyme_autodiff(void *, ...);

struct data { int n; const double *t, *y; };

static double inner(const double *w, double ridge, const struct data *d)
{
    double s = ridge * (w[0] * w[0] + w[1] * w[1] * w[1] * w[1]);
    for (int i = 0; i < d->n; i++) {
        double e = w[0] + w[1] * sin(d->t[i]) - d->y[i];
        s += e * e;
    }
    return s;
}

static double outer(const double *p, const struct data *train, const struct data *test)
{
    double w[2] = {0.1, 0.2};
    for (int it = 0; it < 6; it++) {
        double g[2] = {0, 0};
        __enzyme_autodiff((void *)inner, enzyme_dup, w, g, enzyme_const, p[0], enzyme_const, train);
        for (int i = 0; i < 2; i++)
            w[i] -= p[1] * g[i];
        if (g[0] * g[0] + g[1] * g[1] < 1e-8)
            break;
    }
    return inner(w, 0, test);
}

int main(void)
{
    double t[4] = {0.1, 0.7, 1.3, 1.9}, y[4] = {0.5, 0.9, 1.4, 1.1}, t2[2] = {0.4, 1.0}, y2[2] = {0.7, 1.2};
    struct data train = {4, t, y}, test = {2, t2, y2};
    double p[2] = {0.3, 0.05}, dp[2] = {0, 0};
    __enzyme_autodiff((void *)outer, enzyme_dup, p, dp, enzyme_const, &train, enzyme_const, &test);
    for (int i = 0; i < 2; i++) {
        double h = 1e-6, at = p[i];
        p[i] = at + h;
        double up = outer(p, &train, &test);
        p[i] = at - h;
        double down = outer(p, &train, &test);
        p[i] = at;
        near_within("hypergradient", dp[i], (up - down) / (2 * h), 1e-7);
    }
    return wrong;
}
