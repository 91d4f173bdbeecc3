// Cells of constants and of places, copied whole from a pool by byte offsets from a table: where words
// begin in the pool nothing tells, and behind a tag is no room for one.
// rz: double f(double x[6] inout, double y, int where[4] const {32, 0, 48, 16}, int order[4] const {2, 0, 3, 1}, int n=6)
// needs: no tape
#include <stdlib.h>
#include <string.h>
struct cell { union { double d; double *r; long i; } u; char tag; };
static struct cell number(double d) { struct cell c; c.u.d = d; c.tag = 0; return c; }
static struct cell place(double *r) { struct cell c; c.u.r = r; c.tag = 1; return c; }
double f(double *x, double y, const int *where, const int *order, int n)
{
    struct cell *pool = malloc(4 * sizeof *pool), *v = malloc(4 * sizeof *v), *w;
    double s = 0;
    int k = 0;
    pool[0] = number(0.75);
    pool[1] = place(x + 1);
    pool[2] = place(x + n / 2);
    pool[3] = number(-0.25);
    for (int i = 0; i < 4; i++) memcpy(v + i, (char *)pool + where[i], sizeof *v);
    free(pool);
    v[n / 2] = place(&s);
    for (int i = 0; i < n; i++) k += v[i % 4].tag;
    w = malloc(4 * sizeof *w);
    for (int i = 3; i >= 0; i--) memcpy(w + i, v + order[i], sizeof *w);
    free(v);
    for (int i = 0; i < n; i++) {
        struct cell *c = w + i % 4;
        if (c->tag == 1) *c->u.r = *c->u.r * 0.5 + x[i] * y;
        else c->u.d = c->u.d * 0.5 + 0.75;
    }
    for (int i = 0; i < 4; i++) s += w[i].tag ? *w[i].u.r * y : 0.5;
    free(w);
    return s * k;
}
