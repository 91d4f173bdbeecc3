// Cells that begin with a short, copied whole from a pool by byte offsets, those with places among
// constants: no address fits between the short and the word.
// rz: double f(const double x[5] in, double y[5] inout, int where[5] const {0, 64, 32, 16, 48}, int order[5] const {3, 1, 4, 0, 2}, int n=5)
// needs: no tape
#include <stdlib.h>
#include <string.h>
struct cell { short kind; union { double d; double *r; } u; };
__attribute__((noinline)) static void take(struct cell *to, const char *from, int at) { memcpy(to, from + at, sizeof *to); }
double f(const double *x, double *y, const int *where, const int *order, int n)
{
    struct cell *pool = malloc(5 * sizeof *pool), *all = malloc(5 * sizeof *all), *some = malloc(5 * sizeof *some);
    double s = 0;
    int k = 0;
    for (int i = 0; i < 5; i++) {
        pool[i].kind = i % 2;
        if (i % 2) pool[i].u.r = y + i;
        else pool[i].u.d = 0.25 * i;
    }
    for (int i = 0; i < n; i++) take(all + i, (const char *)pool, where[i]);
    free(pool);
    for (int i = 0; i < n; i++) k += all[i].kind;
    for (int i = n - 1; i >= 0; i--) memcpy(some + i, all + order[i], sizeof *some);
    free(all);
    for (int i = 0; i < n; i++)
        if (some[i].kind) *some[i].u.r = *some[i].u.r * x[i] + 0.5 * k;
        else some[i].u.d = 0.5;
    for (int i = 0; i < n; i++) s += some[i].kind ? *some[i].u.r * x[n - 1 - i] : 1;
    free(some);
    return s;
}
