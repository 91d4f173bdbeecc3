// double**: rows allocated one by one, filled, multiplied, freed.
// rz: double trace_square(const double x[n*n] in, int n=4)
// also: n=1
// also: n=0
#include <stdlib.h>

double trace_square(const double *x, int n)
{
    double **m = malloc(sizeof(double *) * (size_t)(n + 1));
    for (int i = 0; i < n; i++) {
        m[i] = malloc(sizeof(double) * (size_t)n);
        for (int j = 0; j < n; j++)
            m[i][j] = x[i * n + j] * (i == j ? 2.0 : 1.0);
    }
    double t = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t += m[i][j] * m[j][i] * m[i][i];
    for (int i = 0; i < n; i++)
        free(m[i]);
    free(m);
    return t;
}
