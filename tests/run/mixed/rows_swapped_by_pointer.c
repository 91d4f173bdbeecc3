// A matrix of row pointers, pivoting by exchanging pointers; rows grow by realloc.
// rz: double det(const double a0[n*n] in -1..1, int n=4)
// also: n=1
#include <math.h>
#include <stdlib.h>

double det(const double *a0, int n)
{
    double **row = malloc(n * sizeof *row);
    for (int i = 0; i < n; i++) {
        row[i] = NULL;
        for (int j = 0; j < n; j++) {
            row[i] = realloc(row[i], (j + 1) * sizeof(double));
            row[i][j] = a0[i * n + j] + (i == (j + 1) % n ? 1.5 : 0.0);
        }
    }
    double d = 1;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(row[i][k]) > fabs(row[p][k]))
                p = i;
        if (p != k) {
            double *t = row[p];
            row[p] = row[k];
            row[k] = t;
            d = -d;
        }
        d *= row[k][k];
        for (int i = k + 1; i < n; i++) {
            double f = row[i][k] / row[k][k];
            for (int j = k; j < n; j++)
                row[i][j] -= f * row[k][j];
        }
    }
    for (int i = 0; i < n; i++)
        free(row[i]);
    free(row);
    return d;
}
