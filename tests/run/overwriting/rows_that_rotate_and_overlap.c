// Three rows of one block change places; they are apart, or one place from each other.
// rz: double rows(const double start[n] in, double k=0.2, int n=9, int steps=5, int away=9)
// also: away=1
// also: away=2
// also: away=0
// also: steps=1
#include <math.h>
#include <stdlib.h>
double rows(const double *start, double k, int n, int steps, int away)
{
    double *memory = calloc(3 * n + 2 * away, sizeof(double));
    double *a = memory, *b = a + away, *c = b + away;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = c[i] = start[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            c[i] = b[i] - 0.5 * a[i] + k * sin(b[i - 1] * b[i + 1]);
        double *d = a;
        a = b;
        b = c;
        c = d;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    free(memory);
    return s;
}
