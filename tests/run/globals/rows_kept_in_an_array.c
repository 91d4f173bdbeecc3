// Rows of a matrix that the first call allocates, one by one, through a pointer to pointers.
// rz: double f(const double x[n] in, int n=4)
// also: n=6
#include <stdlib.h>

static double **rows;

double f(const double *x, int n)
{
    if (!rows) {
        rows = malloc(8 * sizeof *rows);
        for (int k = 0; k < 8; k++)
            rows[k] = malloc(8 * sizeof **rows);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            rows[i][j] = x[i] * x[j] + (i == j);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += rows[i][(i + 1) % n] * rows[n - 1 - i][i];
    return s;
}
