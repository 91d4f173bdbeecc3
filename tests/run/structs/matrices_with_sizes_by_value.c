// size_t for rows and columns before doubles by value, in a struct of several.
// rz: double f(const double x[n] in, int n=9, double q=0.7)
// also: n=4
#include <stddef.h>
typedef struct { size_t rows, cols; double at[9]; } Matrix;
typedef struct { Matrix a, b; double t; } Pair;
static Matrix times(const Matrix *a, const Matrix *b)
{
    Matrix c; c.rows = a->rows; c.cols = b->cols;
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < b->cols; j++) {
            double s = 0;
            for (size_t k = 0; k < a->cols; k++) s += a->at[i*a->cols + k]*b->at[k*b->cols + j];
            c.at[i*c.cols + j] = s;
        }
    return c;
}
double f(const double *x, int n, double q)
{
    Pair k; k.a.rows = k.a.cols = n >= 9 ? 3 : 2; k.t = q;
    for (int i = 0; i < n; i++) k.a.at[i] = x[i]*q;
    k.b = k.a;
    for (int i = 0; i < 3; i++) { k.b = times(&k.a, &k.b); if (k.b.at[0] > 1) k.a = k.b; k.t += k.b.at[0]; }
    double s = k.t;
    for (int i = 0; i < n; i++) s += k.b.at[i]*k.a.at[i];
    return s;
}
