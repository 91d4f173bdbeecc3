// Two buffers whose pointers are swapped in a loop; an odd and an even number of steps.
// rz: double heat(const double u0[n] in, int n=10, int steps=5)
// also: steps=4
// also: steps=0
// also: steps=1
#include <stdlib.h>

double heat(const double *u0, int n, int steps)
{
    double *now = malloc(sizeof(double) * (size_t)n);
    double *next = malloc(sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++)
        now[i] = next[i] = u0[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            next[i] = now[i] + 0.1 * now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
        double *old = now;
        now = next;
        next = old;
    }
    double energy = 0.0;
    for (int i = 0; i < n; i++)
        energy += now[i] * now[i];
    free(now);
    free(next);
    return energy;
}
