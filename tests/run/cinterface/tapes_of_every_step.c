// A time loop whose steps are split by hand: a tape for each step, read backwards; some steps twice.
#include <stdlib.h>
#include <string.h>
#include "near.h"
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_tape;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

struct grid { int n; double *u, *flux; };

static void step(struct grid *g, const double *k, double dt, int kind)
{
    for (int i = 0; i + 1 < g->n; i++)
        g->flux[i] = kind ? k[i] * (g->u[i + 1] - g->u[i]) : g->u[i] * g->u[i + 1] * k[i];
    for (int i = 0; i < g->n; i++) {
        double in = i ? g->flux[i - 1] : 0, out = i + 1 < g->n ? g->flux[i] : 0;
        g->u[i] += dt * (out - in);
        if (g->u[i] > 1.2)
            g->u[i] = 1.2 + tanh(g->u[i] - 1.2);
    }
}

static double whole(const double *u0, const double *k, int n, int steps)
{
    double u[8], flux[8];
    memcpy(u, u0, sizeof(double) * n);
    struct grid g = {n, u, flux};
    for (int s = 0; s < steps; s++)
        step(&g, k, 0.1, s % 3 != 0);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += u[i] * u[i] * (i + 1);
    return sum;
}

int main(void)
{
    enum { N = 5, STEPS = 12 };
    double u0[N] = {0.4, 1.3, 0.8, 1.5, 0.2}, k[N] = {0.9, 0.4, 0.7, 1.1, 0}, u[N], flux[N], du[N], dflux[N] = {0}, dk[N] = {0};
    void *tapes[STEPS];
    memcpy(u, u0, sizeof u);
    struct grid g = {N, u, flux}, d = {0, du, dflux};
    for (int s = 0; s < STEPS; s++)
        tapes[s] = __enzyme_augmentfwd((void *)step, enzyme_dup, &g, &d, enzyme_dup, k, dk, enzyme_const, 0.1, enzyme_const, s % 3 != 0);
    for (int i = 0; i < N; i++)
        du[i] = 2 * u[i] * (i + 1);
    for (int s = STEPS - 1; s >= 0; s--)
        __enzyme_reverse((void *)step, enzyme_dup, &g, &d, enzyme_dup, k, dk, enzyme_const, 0.1, enzyme_const, s % 3 != 0, tapes[s]);
    for (int i = 0; i < 2 * N; i++) {
        double *p = i < N ? &u0[i] : &k[i - N], at = *p, h = 1e-6;
        *p = at + h;
        double up = whole(u0, k, N, STEPS);
        *p = at - h;
        double down = whole(u0, k, N, STEPS);
        *p = at;
        near_within(i < N ? "start" : "conductivity", i < N ? du[i] : dk[i - N], (up - down) / (2 * h), 1e-7);
    }
    for (int i = 0; i < N; i++)
        near("work's shadow", dflux[i], 0);
    return wrong;
}
