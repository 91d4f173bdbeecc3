// Steps read one of two fields and write the other: an argument and a block of the program's own,
// which change places; numbers that scale them lie before a block, in the argument itself.
// rz: double f(double x[2*n] inout, const double w[3] in 0.2..0.4, int n=9, int steps=5)
// also: steps=4
// also: n=1, steps=1
// also: steps=0
#include <stdlib.h>

double f(double *x, const double *w, int n, int steps)
{
    double *own = malloc(2 * n * sizeof(double));
    double *now = x, *next = own;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++) {
            int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
            double here = now[i] * now[n + i];
            next[i] = w[0] * (now[left] + now[right]) + w[1] * here;
            next[n + i] = now[n + i] - w[2] * here + w[1] * now[i] * x[i];
        }
        double *old = now;
        now = next;
        next = old;
    }
    double total = 0;
    for (int i = 0; i < 2 * n; i++)
        total += now[i] * now[i];
    free(own);
    return total;
}
