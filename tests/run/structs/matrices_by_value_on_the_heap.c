// The same members by value in memory of malloc: an int for rows and one for columns beside doubles.
// rz: double f(const double x[9] in, int n=3, double q=0.7)
// also: n=1
// needs: types
#include <stdlib.h>
#include <string.h>
typedef struct { int rows, cols; double at[9]; } Matrix;
typedef struct { Matrix p, q; double t; } Filter;
static Matrix times(const Matrix *a, const Matrix *b)
{
    Matrix c; c.rows = a->rows; c.cols = b->cols;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            double s = 0;
            for (int k = 0; k < a->cols; k++) s += a->at[i*a->cols + k] * b->at[k*b->cols + j];
            c.at[i*c.cols + j] = s;
        }
    return c;
}
double f(const double *x, int n, double q)
{
    Filter *k = malloc(sizeof *k);
    k->p.rows = k->p.cols = n;
    for (int i = 0; i < n*n; i++) k->p.at[i] = x[i]*q;
    k->q = k->p;
    for (int r = 0; r < 3; r++) {
        k->p = times(&k->p, &k->q);
        if (k->p.at[0] > 1) k->q = k->p;
    }
    double s = 0;
    for (int i = 0; i < n*n; i++) s += k->p.at[i];
    free(k);
    return s;
}
