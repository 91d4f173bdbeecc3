// A matrix type with create/destroy, operations that allocate results, and chained use.
// rz: double pipeline(const double a[n*n] in, const double b[n*n] in, int n=3)
// also: n=1
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double *at;
} Matrix;

static Matrix *matrix(int rows, int cols, const double *from)
{
    Matrix *m = malloc(sizeof *m);
    m->rows = rows;
    m->cols = cols;
    m->at = calloc((size_t)(rows * cols), sizeof *m->at);
    for (int i = 0; from && i < rows * cols; i++)
        m->at[i] = from[i];
    return m;
}

static void destroy(Matrix *m)
{
    free(m->at);
    free(m);
}

static Matrix *product(const Matrix *a, const Matrix *b)
{
    Matrix *c = matrix(a->rows, b->cols, NULL);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++)
            for (int k = 0; k < a->cols; k++)
                c->at[i * c->cols + j] += a->at[i * a->cols + k] * b->at[k * b->cols + j];
    return c;
}

static Matrix *replace(Matrix *old, Matrix *fresh)
{
    destroy(old);
    return fresh;
}

double pipeline(const double *a, const double *b, int n)
{
    Matrix *x = matrix(n, n, a), *y = matrix(n, n, b), *p = matrix(n, n, a);
    for (int k = 0; k < 2; k++)
        p = replace(p, product(p, k ? x : y));
    double trace = 0.0;
    for (int i = 0; i < n; i++)
        trace += p->at[i * n + i] * (i + 1);
    destroy(x);
    destroy(y);
    destroy(p);
    return trace;
}
