// Multigrid: levels of their own arrays behind pointers, V cycles by recursion, Gauss-Seidel in place.
// rz: double energy(const double f[n+1] in -1..1, double k 0.5..1.5, int n=16, int cycles=2)
// also: n=4
// also: cycles=0
#include <stdlib.h>

struct level {
    int n;
    double h, *u, *f, *r;
    struct level *coarse;
};

static struct level *levels(int n, double h)
{
    struct level *l = malloc(sizeof *l);
    l->n = n;
    l->h = h;
    l->u = calloc(3 * (n + 1), sizeof(double));
    l->f = l->u + n + 1;
    l->r = l->f + n + 1;
    l->coarse = n >= 4 && n % 2 == 0 ? levels(n / 2, 2 * h) : NULL;
    return l;
}

static void smooth(struct level *l, double k, int times)
{
    double d = 2 / (l->h * l->h) + k;
    while (times--)
        for (int i = 1; i < l->n; i++)
            l->u[i] = (l->f[i] + (l->u[i - 1] + l->u[i + 1]) / (l->h * l->h)) / d;
}

static void cycle(struct level *l, double k)
{
    if (!l->coarse) {
        smooth(l, k, 8);
        return;
    }
    smooth(l, k, 2);
    for (int i = 1; i < l->n; i++)
        l->r[i] = l->f[i] - k * l->u[i] + (l->u[i - 1] - 2 * l->u[i] + l->u[i + 1]) / (l->h * l->h);
    struct level *c = l->coarse;
    for (int i = 1; i < c->n; i++) {
        c->f[i] = 0.25 * (l->r[2 * i - 1] + 2 * l->r[2 * i] + l->r[2 * i + 1]);
        c->u[i] = 0;
    }
    cycle(c, k);
    for (int i = 1; i < c->n; i++)
        l->u[2 * i] += c->u[i];
    for (int i = 0; i < c->n; i++)
        l->u[2 * i + 1] += 0.5 * (c->u[i] + c->u[i + 1]);
    smooth(l, k, 1);
}

static void freed(struct level *l)
{
    if (l->coarse)
        freed(l->coarse);
    free(l->u);
    free(l);
}

double energy(const double *f, double k, int n, int cycles)
{
    struct level *top = levels(n, 1.0 / n);
    for (int i = 0; i <= n; i++)
        top->f[i] = f[i];
    for (int c = 0; c < cycles; c++)
        cycle(top, k);
    double s = k;
    for (int i = 0; i < n; i++) {
        double d = (top->u[i + 1] - top->u[i]) * n;
        s += 0.5 * (d * d + k * top->u[i] * top->u[i]) / n - f[i] * top->u[i] / n;
    }
    freed(top);
    return s;
}
