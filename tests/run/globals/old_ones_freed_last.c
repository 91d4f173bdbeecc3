// Where a larger buffer takes the place of a kept one, the old one is read and freed after it is in place.
// rz: double f(const double x[n] in, int n=6, int turns=3)
// also: n=9
// also: n=2, turns=1
#include <stdlib.h>
#include <string.h>

static struct { double *sums, *weights; int room; } kept;

static void put(double **at, double *block, int had)
{
    double *old = *at;
    *at = block;
    if (old)
        memcpy(block, old, sizeof(double) * (size_t)had);
    free(old);
}

static void enlarge(int n)
{
    if (n <= kept.room)
        return;
    put(&kept.sums, calloc((size_t)n, sizeof(double)), kept.room);
    double *next = calloc((size_t)n, sizeof(double)), *old = kept.weights;
    kept.weights = next;
    free(old);
    kept.room = n;
}

double f(const double *x, int n, int turns)
{
    double s = 0;
    for (int t = 0; t < turns; t++) {
        enlarge(n * (t + 1));
        for (int i = 0; i < n; i++) {
            kept.weights[i] = x[i] * x[i];
            kept.sums[i] = (t ? kept.sums[i] : 0) + kept.weights[i] * x[(i + t) % n];
        }
        for (int i = 0; i < n; i++)
            s += kept.sums[i] * kept.weights[n - 1 - i];
    }
    return s;
}
