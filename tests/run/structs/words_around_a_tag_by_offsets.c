// Records with a word before and a word behind an int, in a pool gone through by byte offsets.
// rz: double f(double x[4] inout, double y, int where[4] const {72, 0, 24, 48}, int order[4] const {1, 3, 0, 2}, int n=4)
// needs: no tape
#include <stdlib.h>
#include <string.h>
union word { double d; double *r; };
struct record { union word a; int kind; union word b; };
double f(double *x, double y, const int *where, const int *order, int n)
{
    struct record *pool = malloc(4 * sizeof *pool), *v = malloc(4 * sizeof *v), *w = malloc(4 * sizeof *w);
    double own = 0.5, s = 0;
    int k = 1;
    for (int i = 0; i < 4; i++) {
        pool[i].kind = i % 3;
        if (i % 3) pool[i].a.r = x + i;
        else pool[i].a.d = 1.5;
        if (i % 3 == 2) pool[i].b.r = &own;
        else pool[i].b.d = -0.75;
    }
    for (int i = 0; i < n; i++) memcpy(v + i, (char *)pool + where[i], sizeof *v);
    free(pool);
    for (int i = 0; i < n; i++) k += v[i].kind;
    for (int i = n - 1; i >= 0; i--) memcpy(w + i, v + order[i], sizeof *w);
    free(v);
    for (int i = 0; i < n; i++) {
        if (w[i].kind) *w[i].a.r = *w[i].a.r * y + 0.125 * k;
        if (w[i].kind == 2) *w[i].b.r += x[i] * y;
    }
    for (int i = 0; i < n; i++) s += w[i].kind ? *w[i].a.r * (i + 1) : 0.25;
    free(w);
    return s + own * own;
}
