// Matrices in a block of the heap, handed on by their addresses.
// rz: double f(const double x[n] in, int n=9, double q=0.7)
// also: n=4
// needs: types
#include <stdlib.h>
typedef struct { int rows, cols; double at[9]; } Matrix;
static void fill(Matrix *m, const double *x, int n, double q) { m->rows = m->cols = n >= 9 ? 3 : 2; for (int i = 0; i < m->rows*m->cols; i++) m->at[i] = x[i]*q; }
static Matrix mul(const Matrix *a, const Matrix *b)
{
    Matrix c; c.rows = a->rows; c.cols = b->cols;
    for (int i = 0; i < a->rows; i++) for (int j = 0; j < b->cols; j++) {
        double s = 0;
        for (int k = 0; k < a->cols; k++) s += a->at[i*a->cols + k]*b->at[k*b->cols + j];
        c.at[i*c.cols + j] = s;
    }
    return c;
}
double f(const double *x, int n, double q)
{
    Matrix *list = malloc((n + 1)*sizeof *list);
    for (int i = 0; i < n; i++) fill(&list[i], x, n, q + i);
    list[n] = list[0];
    for (int i = 1; i < n; i++) { list[i] = mul(&list[i - 1], &list[i]); if (list[i].at[0] > 100) list[i] = list[n]; }
    double s = 0;
    for (int i = 0; i < list[n - 1].rows*list[n - 1].cols; i++) s += list[n - 1].at[i] + list[1].at[i];
    free(list);
    return s;
}
