// realloc to a smaller block; what is cut off was used before.
// rz: double shrink(const double x[n] in, int n=8)
// also: n=2
#include <stdlib.h>

double shrink(const double *x, int n)
{
    double *b = malloc(sizeof(double) * (size_t)n), s = 0.0;
    for (int i = 0; i < n; i++)
        b[i] = x[i] * x[i];
    while (n > 1) {
        for (int i = 0; i < n / 2; i++)
            b[i] = b[i] * b[n - 1 - i] + b[i];
        n = (n + 1) / 2;
        b = realloc(b, sizeof(double) * (size_t)n);
        s += b[0];
    }
    s += b[0] * b[0];
    free(b);
    return s;
}
