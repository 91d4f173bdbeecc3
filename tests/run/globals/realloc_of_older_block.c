// A block of before the call grows: what was in it has no derivative, what comes behind it has.
// rz: double f(double x, int n=40)
// also: n=10
#include <stdlib.h>

double *kept;

__attribute__((constructor)) static void prepare(void)
{
    kept = malloc(10 * sizeof(double));
    for (int i = 0; i < 10; i++)
        kept[i] = 1.0 + i;
}

double f(double x, int n)
{
    kept = realloc(kept, n * sizeof(double));
    double s = 0.0;
    for (int i = 0; i < 10; i++)
        s += kept[i] * kept[i] * x;
    for (int i = 10; i < n; i++)
        kept[i] = i * x * x;
    for (int i = 0; i < n; i++)
        s += kept[i];
    return s;
}
