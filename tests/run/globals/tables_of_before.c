// Tables made when the library was loaded are read; a log of before is written and never read.
// rz: double f(const double x[n] in, int n=5)
#include <stdlib.h>

double *weights;
int *counts;
float *history;

__attribute__((constructor)) static void prepare(void)
{
    weights = malloc(64 * sizeof *weights);
    counts = calloc(64, sizeof *counts);
    history = malloc(64 * sizeof *history);
    for (int i = 0; i < 64; i++)
        weights[i] = 1.0 / (i + 1);
}

double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += weights[i] * x[i] * x[i];
        counts[i] += x[i] > 1.0;
        history[i] = 1.0f;
    }
    return s;
}
