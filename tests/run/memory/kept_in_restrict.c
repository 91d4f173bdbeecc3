// Places in an array without aliases are remembered, and reached beside the array itself.
// rz: double kept(double x[n] inout, const double w[n] in, int n=6)
// also: n=1
#include <math.h>

/* Each step forgets how it came to its place. */
__attribute__((noinline)) static void walk(double *restrict x, long *restrict next, int n)
{
    long at = 0;
    for (int i = 0; i < n; i++) {
        x[0] /= 2.25 + cos(x[at]);
        long then = next[at];
        next[at] = 0;
        at = then;
    }
}

__attribute__((noinline)) static double held(double *restrict x, double **places, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        places[i] = x + i;
    for (int i = 0; i < n; i++) {
        double *place = places[i];
        x[0] = 0.5 * x[0] + sin(*place);
        sum += *place * x[0];
        places[i] = x;
    }
    return sum;
}

__attribute__((noinline)) static double steps(double *restrict x, int n)
{
    double *place = x, sum = 0;
    for (int i = 0; i < n; i++) {
        double next = *place * 1.5;
        x[0] = 0.25 * x[0] + cos(next);
        sum += *place * x[0];
        place = next > 1.2 ? x : x + i;
    }
    return sum;
}

double kept(double *x, const double *w, int n)
{
    long next[16];
    double copy[16], *places[16];
    for (int i = 0; i < n; i++) {
        next[i] = (i + 1) % n;
        copy[i] = x[i] * w[i];
    }
    walk(x, next, n);
    double sum = steps(copy, n);
    for (int i = 0; i < n; i++)
        next[i] = (i + 2) % n;
    walk(copy, next, n);
    return sum + held(copy, places, n);
}
