// An array of matrices by value in a block of the heap, copied to and from variables.
// rz: double f(const double x[n] in, int n=9, double q=0.7)
// also: n=4
#include <stdlib.h>
typedef struct { int rows, cols; double at[9]; } Matrix;
typedef struct { int n; Matrix *list; double t; } Chain;
static Matrix make(const double *x, int n, double q) { Matrix m; m.rows = m.cols = n >= 9 ? 3 : 2; for (int i = 0; i < m.rows*m.cols; i++) m.at[i] = x[i]*q; return m; }
static Matrix mul(Matrix a, Matrix b)
{
    Matrix c; c.rows = a.rows; c.cols = b.cols;
    for (int i = 0; i < a.rows; i++) for (int j = 0; j < b.cols; j++) {
        double s = 0;
        for (int k = 0; k < a.cols; k++) s += a.at[i*a.cols + k]*b.at[k*b.cols + j];
        c.at[i*c.cols + j] = s;
    }
    return c;
}
double f(const double *x, int n, double q)
{
    Chain c; c.n = 4; c.t = q; c.list = calloc(c.n, sizeof(Matrix));
    for (int i = 0; i < c.n; i++) c.list[i] = make(x, n, q + i);
    Matrix p = c.list[0];
    for (int i = 1; i < c.n; i++) { p = mul(p, c.list[i]); if (p.at[0] > 100) p = c.list[i]; c.list[i] = p; }
    double s = c.t;
    for (int i = 0; i < p.rows*p.cols; i++) s += p.at[i] + c.list[1].at[i];
    free(c.list);
    return s;
}
