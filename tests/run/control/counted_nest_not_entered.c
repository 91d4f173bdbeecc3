// A loop of n - 3 iterations is not entered within a counted nest: it takes no tape.
// rz: double relaxed(double x[n] inout, double y[2*n+4] work, int n=9, int steps=3)
// also: n=2
// also: n=1, steps=2
// also: n=3
// also: n=2, steps=0
#include <math.h>

double relaxed(double *x, double *y, int n, int steps)
{
    double total = 0.0;
    for (int i = 0; i < 2 * n + 4; i++)
        y[i] = 0.25 * i;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            y[i] = sin(x[i]);
        for (int i = 0; i < n - 1; i++)
            y[n + i] = y[i + 1] * y[i];
        for (int i = 0; i < n - 3; i++)
            x[i] += 0.1 * y[n + i + 2] * y[n + i + 1] * y[i];
    }
    for (int i = 0; i < n; i++)
        total += x[i] * x[i];
    return total;
}
