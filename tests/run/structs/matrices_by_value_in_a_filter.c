// A Kalman filter of matrices by value: an int for rows and one for columns, doubles behind them.
// rz: double f(const double x[n] in, int n=12, double q=0.7)
// also: n=3
#include <string.h>
typedef struct { int rows, cols; double at[16]; } Matrix;
typedef struct { Matrix x, p, f, q; double t; int updates; } Filter;

static Matrix zeros(int r, int c) { Matrix m; m.rows = r; m.cols = c; memset(m.at, 0, sizeof m.at); return m; }
static Matrix eye(int n) { Matrix m = zeros(n, n); for (int i = 0; i < n; i++) m.at[i*n + i] = 1; return m; }
static Matrix times(const Matrix *a, const Matrix *b)
{
    Matrix c = zeros(a->rows, b->cols);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++)
            for (int k = 0; k < a->cols; k++)
                c.at[i*c.cols + j] += a->at[i*a->cols + k] * b->at[k*b->cols + j];
    return c;
}
static Matrix transposed(const Matrix *a)
{
    Matrix c = zeros(a->cols, a->rows);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            c.at[j*c.cols + i] = a->at[i*a->cols + j];
    return c;
}
static Matrix plus(Matrix a, Matrix b)
{
    for (int i = 0; i < a.rows*a.cols; i++) a.at[i] += b.at[i];
    return a;
}
static void predict(Filter *k, double dt)
{
    k->f.at[1] = dt;
    k->x = times(&k->f, &k->x);
    Matrix fp = times(&k->f, &k->p), ft = transposed(&k->f);
    k->p = times(&fp, &ft);
    k->p = plus(k->p, k->q);
    k->t += dt;
}
static void update(Filter *k, double z, double r)
{
    Matrix h = zeros(1, 2);
    h.at[0] = 1;
    Matrix ht = transposed(&h), pht = times(&k->p, &ht), s = times(&h, &pht);
    double inverse = 1/(s.at[0] + r);
    Matrix gain = pht;
    for (int i = 0; i < 2; i++) gain.at[i] *= inverse;
    Matrix hx = times(&h, &k->x);
    for (int i = 0; i < 2; i++) k->x.at[i] += gain.at[i]*(z - hx.at[0]);
    Matrix kh = times(&gain, &h), rest = eye(2);
    for (int i = 0; i < 4; i++) rest.at[i] -= kh.at[i];
    k->p = times(&rest, &k->p);
    k->updates++;
}
double f(const double *x, int n, double q)
{
    Filter k;
    k.x = zeros(2, 1); k.p = eye(2); k.f = eye(2); k.q = zeros(2, 2);
    k.q.at[0] = q; k.q.at[3] = q*q;
    k.t = 0; k.updates = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        predict(&k, 0.1);
        update(&k, x[i], 0.5);
        sum += k.x.at[0]*k.x.at[0] + k.x.at[1];
    }
    return sum + k.p.at[0]*k.t;
}
