// The front of two buffers is found through a volatile pointer; what ends the loops is volatile.
// rz: double f(const double x[n] in, double y[n] out, int n=7)
// also: n=1
#include <stdlib.h>

static volatile int steps;

double f(const double *x, double *y, int n)
{
    double *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b);
    double *volatile front = a;
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (steps = 3; steps > 0; steps = steps - 1) {
        double *now = front, *next = now == a ? b : a;
        for (int i = 0; i < n; i++)
            next[i] = now[i] * now[(i + 1) % n] + 0.5 * now[i];
        front = next;
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
        ((volatile double *)y)[i] = front[i];
        sum += y[i] * x[n - 1 - i];
    }
    free(a);
    free(b);
    return sum;
}
