/* Heat in a rod whose conduction is unknown: Crank and Nicolson's steps, each a tridiagonal system
 * that is solved by elimination. */
#include <stdlib.h>

void tridiagonal(const double *restrict start, const double *restrict conduction,
                 double *restrict heat, int n, int steps)
{
    double *up = malloc(n * sizeof *up), *right = malloc(n * sizeof *right);
    for (int i = 0; i < n; i++)
        heat[i] = start[i];
    for (int t = 0; t < steps; t++) {
        double before = 0, held = 0;
        for (int i = 0; i < n; i++) {
            double left = i > 0 ? conduction[i] : 0, next = i < n - 1 ? conduction[i + 1] : 0;
            double flow = (i > 0 ? left * (heat[i - 1] - heat[i]) : 0)
                          + (i < n - 1 ? next * (heat[i + 1] - heat[i]) : 0);
            double pivot = 1 + 0.5 * (left + next) + 0.5 * left * before;
            before = up[i] = -0.5 * next / pivot;
            held = right[i] = (heat[i] + 0.5 * flow + 0.5 * left * held) / pivot;
        }
        heat[n - 1] = right[n - 1];
        for (int i = n - 2; i >= 0; i--)
            heat[i] = right[i] - up[i] * heat[i + 1];
    }
    free(right);
    free(up);
}
