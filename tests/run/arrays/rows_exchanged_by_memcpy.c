// Rows of a matrix of pointers are exchanged by memcpy and by swaps.
// rz: double f(const double x[4*n] in, int n=3)
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) static void swap_rows(double **row, int i, int j)
{
    double *t;
    memcpy(&t, &row[i], sizeof t);
    memcpy(&row[i], &row[j], sizeof t);
    memcpy(&row[j], &t, sizeof t);
}
__attribute__((noinline)) static void swap_cells(double **row, int i, int j, int c)
{
    double t;
    memcpy(&t, &row[i][c], 8);
    memcpy(&row[i][c], &row[j][c], 8);
    memcpy(&row[j][c], &t, 8);
}
double f(const double *x, int n)
{
    double **row = malloc(4 * sizeof *row);
    for (int i = 0; i < 4; i++) {
        row[i] = malloc(n * sizeof **row);
        for (int j = 0; j < n; j++)
            row[i][j] = x[i * n + j] * (i + 1);
    }
    swap_rows(row, 0, 2);
    swap_cells(row, 1, 3, 1);
    double s = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < n; j++)
            s = s * 0.5 + row[i][j] * row[(i + 1) % 4][j];
    }
    for (int i = 0; i < 4; i++)
        free(row[i]);
    free(row);
    return s;
}
