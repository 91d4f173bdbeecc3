// A gradient taken inside a function that is differentiated itself, in a loop of descent: tuned step sizes.
#include <stdlib.h>
#include <string.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_dupnoneed;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

enum { N = 3 };

static double loss(const double *w, const double *t)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        double r = tanh(w[i] * t[i]) - w[(i + 1) % N] * 0.5;
        sum += r * r;
    }
    return sum;
}

static double after(const double *w0, const double *t, const double *rate, int steps)
{
    double *w = malloc(N * sizeof *w), *g = malloc(N * sizeof *g);
    memcpy(w, w0, N * sizeof *w);
    for (int s = 0; s < steps; s++) {
        memset(g, 0, N * sizeof *g);
        __enzyme_autodiff((void *)loss, enzyme_dup, w, g, enzyme_const, t);
        for (int i = 0; i < N; i++)
            w[i] -= rate[s] * g[i];
    }
    double last = loss(w, t);
    free(w);
    free(g);
    return last;
}

int main(void)
{
    double w[N] = {0.3, -0.2, 0.8}, t[N] = {1.1, 0.7, 1.9}, rate[4] = {0.1, 0.2, 0.15, 0.05};
    for (int steps = 0; steps <= 4; steps += 2) {
        double dw[N] = {0}, drate[4] = {0};
        __enzyme_autodiff((void *)after, enzyme_dup, w, dw, enzyme_const, t, enzyme_dup, rate, drate, enzyme_const, steps);
        for (int k = 0; k < N + 4; k++) {
            double h = 1e-4, *at = k < N ? &w[k] : &rate[k - N], was = *at, v[4];
            for (int m = 0; m < 4; m++) {
                *at = was + h * (double[]){-2, -1, 1, 2}[m];
                v[m] = after(w, t, rate, steps);
            }
            *at = was;
            near_within("by differences", k < N ? dw[k] : drate[k - N], (v[0] - 8 * v[1] + 8 * v[2] - v[3]) / (12 * h), 1e-9);
            double ew[N] = {0}, er[4] = {0};
            (k < N ? ew : er)[k < N ? k : k - N] = 1;
            double f = __enzyme_fwddiff((void *)after, enzyme_dup, w, ew, enzyme_const, t, enzyme_dup, rate, er, enzyme_const, steps);
            near("forward over reverse", f, k < N ? dw[k] : drate[k - N]);
        }
    }
    return wrong;
}
