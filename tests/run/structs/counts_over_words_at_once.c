// Counts and numbers written in loops that are made of vectors, over words that lead somewhere.
// rz: double f(double x, double y, int n=11)
#include <stdlib.h>
union word { double number; const double *place; long count; };
__attribute__((noinline)) static void fill(union word *v, int n, int kind, double x, const double *own)
{
    switch (kind) {
    case 0: for (int k = 0; k < n; k++) v[k].number = x; break;
    case 1: for (int k = 0; k < n; k++) v[k].place = own; break;
    default: for (int k = 0; k < n; k++) v[k].count = 3; break;
    }
}
__attribute__((noinline)) static double of(union word v, int kind)
{
    return kind == 0 ? v.number * v.number : kind == 1 ? *v.place : 0.25 * (double)v.count;
}
double f(double x, double y, int n)
{
    const double own = x * y;
    union word *v = malloc(n * sizeof *v);
    double s = 0;
    for (int i = 0; i < 7; i++) {
        fill(v, n, i % 3, x + s * 0.01, &own);
        for (int k = 0; k < n; k++) s += of(v[k], i % 3) * y;
    }
    free(v);
    return s;
}
