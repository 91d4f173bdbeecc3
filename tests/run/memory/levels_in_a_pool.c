// Levels of a grid, their lists of cells and rows of numbers copied from the caller lie in one pool.
// rz: double f(const double x[8] in, int n=8)
// also: n=2
// needs: types
#include <stdlib.h>
#include <string.h>
typedef struct block { struct block *before; size_t used, size; } block;
typedef struct { block *last; long pieces; } pool;
static void *take(pool *p, size_t size)
{
    size = (size + 7) / 8 * 8;
    if (!p->last || p->last->used + size > p->last->size) {
        block *b = malloc(sizeof *b + 1024 + size);
        b->before = p->last;
        b->used = 0;
        b->size = 1024 + size;
        p->last = b;
    }
    void *found = (char *)(p->last + 1) + p->last->used;
    p->last->used += size;
    p->pieces++;
    return found;
}
typedef struct level { struct level *finer, *coarser; int n, *first; double *u, *kept, weight; double (*smooth)(double, double); } level;
static double mean(double a, double b) { return 0.5 * (a + b); }
static double product(double a, double b) { return a * b; }
static const int starts[2] = {0, 1};
static level *build(pool *p, const double *x, int n, level *finer)
{
    level *l = take(p, sizeof *l);
    l->finer = finer;
    l->n = n;
    l->u = take(p, n * sizeof *l->u);
    l->kept = take(p, n * sizeof *l->kept);
    l->first = take(p, sizeof starts);
    memcpy(l->first, starts, sizeof starts);
    l->weight = x[n - 1];
    l->smooth = finer ? product : mean;
    if (finer) {
        memset(l->u, 0, n * sizeof *l->u);
        for (int i = 0; i < n; i++) for (int k = 0; k < 2; k++) l->u[i] += finer->u[2 * i + l->first[k]] * finer->weight;
    } else memcpy(l->u, x, n * sizeof *l->u);
    memcpy(l->kept, l->u, n * sizeof *l->u);
    l->coarser = n > 2 ? build(p, x, n / 2, l) : NULL;
    return l;
}
double f(const double *x, int n)
{
    pool p = {0};
    double sum = 0;
    for (level *l = build(&p, x, n, NULL); l; l = l->coarser) {
        for (int i = 0; i + 1 < l->n; i++) { double t = l->u[i]; l->u[i] = l->smooth(l->u[i + 1], l->kept[i]); l->u[i + 1] = t; }
        for (int i = 0; i < l->n; i++) sum += l->u[i] * l->kept[i] * l->weight * (1 + l->first[i % 2]);
        if (l->finer) sum += l->finer->weight * l->finer->n;
    }
    sum += p.pieces * x[0];
    while (p.last) { block *b = p.last; p.last = b->before; free(b); }
    return sum;
}
