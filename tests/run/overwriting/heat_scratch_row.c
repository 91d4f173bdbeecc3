// A heat equation in place with one scratch row reused by all time steps.
// rz: void heat(double u[n] inout, int n=11, int steps=6, double k=0.2)
// also: steps=1
// also: n=3
#include <string.h>

void heat(double *u, int n, int steps, double k)
{
    double row[32];
    for (int t = 0; t < steps; t++) {
        row[0] = u[0];
        row[n - 1] = u[n - 1];
        for (int i = 1; i < n - 1; i++)
            row[i] = u[i] + k * u[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        memcpy(u, row, sizeof(double) * (size_t)n);
    }
}
