// The loop that fills scratch ends early; what it did not reach is older.
// rz: double f(const double x[n] in, int n=6, int rounds=4)
// also: n=1, rounds=2
#include <stdlib.h>

double f(const double *x, int n, int rounds)
{
    double *z = calloc(n, sizeof(double)), total = 0;
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < n; i++) {
            z[i] = x[i] * (r + 1) + 0.5 * z[i];
            if (z[i] > 1.1)
                break;
        }
        for (int i = 0; i < n; i++)
            total += z[i] * z[i] * x[i];
        for (int i = 0; i < n; i++)
            total += z[i] * z[i] * z[i];
    }
    free(z);
    return total;
}
