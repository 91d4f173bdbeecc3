#include <math.h>
#include <stdlib.h>
struct m { double *u, *v; int n; double r; };
static void step(struct m *m) { for (int i = 1; i < m->n - 1; i++) m->v[i] += m->r * sin(m->u[i-1] - 2*m->u[i] + m->u[i+1]); for (int i = 0; i < m->n; i++) m->u[i] += 0.1*m->v[i]; }
__attribute__((noinline)) static void make(struct m *m, const double *x, int n, double r) { m->u = malloc(n*8); m->v = calloc(n,8); m->n = n; m->r = r; for (int i = 0; i < n; i++) m->u[i] = x[i]; }
double run(const double *x, int n, double r, int steps) {
    struct m *m = malloc(sizeof *m);
    make(m, x, n, r);
    for (int t = 0; t < steps; t++) // time
        step(m);
    double e = 0;
    for (int i = 0; i < n; i++) e += m->u[i] * m->u[i];
    free(m->u); free(m->v);
    m->u = m->v = 0; m->r = 0; m->n = 0;
    free(m);
    return e;
}
