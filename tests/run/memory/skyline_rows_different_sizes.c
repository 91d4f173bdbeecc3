// Rows of different lengths on the heap (a lower triangle), filled and solved.
// rz: double forward_solve(const double a[(n*(n+1))//2] in, const double b[n] in, int n=4)
// also: n=1
#include <stdlib.h>

double forward_solve(const double *a, const double *b, int n)
{
    double **row = malloc(sizeof *row * (size_t)n), *y = calloc((size_t)n, sizeof *y), s = 0.0;
    for (int i = 0; i < n; i++) {
        row[i] = malloc(sizeof **row * (size_t)(i + 1));
        for (int j = 0; j <= i; j++)
            row[i][j] = *a++ + (i == j);
    }
    for (int i = 0; i < n; i++) {
        double t = b[i];
        for (int j = 0; j < i; j++)
            t -= row[i][j] * y[j];
        y[i] = t / row[i][i];
        s += y[i] * y[i];
    }
    for (int i = 0; i < n; i++)
        free(row[i]);
    free(row);
    free(y);
    return s;
}
