// Scratch is exchanged, freed by its last user and marked as gone elsewhere: a variable still has its address.
// rz: double f(const double x[n] in, int n=6, int last=1)
// also: n=3, last=1
#include <stdlib.h>

static double *one, *other;
static int used;

__attribute__((noinline)) static double *room(int n)
{
    return malloc(n * sizeof(double));
}

double f(const double *x, int n, int last)
{
    if (!used) {
        one = room(n);
        other = room(n);
        used = 1;
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        one[i] = x[i] * x[i];
        other[i] = x[i];
    }
    for (int i = 0; i < n; i++)
        s += one[i] * other[(i + 1) % n];
    double *t = one;
    one = other;
    other = t;
    if (last) {
        free(one);
        free(other);
        one = NULL;
        used = 0;
    }
    return s;
}
