// A filter of fifteen states: its matrices are a struct longer than a page.
// rz: double f(const double x[n] in, int n=15, double q=0.7)
// also: n=3
typedef struct { int rows, cols; double at[225]; } Matrix;
typedef struct { Matrix x, p, f, q, h, k, s; double t; int n; } Filter;
static Matrix zeros(int r, int c) { Matrix m; m.rows = r; m.cols = c; for (int i = 0; i < r*c; i++) m.at[i] = 0; return m; }
static Matrix times(const Matrix *a, const Matrix *b)
{
    Matrix c = zeros(a->rows, b->cols);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++)
            for (int k = 0; k < a->cols; k++)
                c.at[i*c.cols + j] += a->at[i*a->cols + k]*b->at[k*b->cols + j];
    return c;
}
double f(const double *x, int n, double q)
{
    Filter k;
    k.n = n; k.t = q;
    k.x = zeros(n, 1); k.p = zeros(n, n); k.f = zeros(n, n); k.h = zeros(n, n); k.k = zeros(n, n);
    for (int i = 0; i < n; i++) { k.x.at[i] = x[i]; k.p.at[i*n + i] = q; k.f.at[i*n + i] = 1; k.h.at[i*n] = 1; if (i) k.f.at[i*n - 1] = .1*q; }
    k.q = k.f;
    for (int step = 0; step < 3; step++) {
        k.x = times(&k.f, &k.x);
        k.p = times(&k.f, &k.p);
        k.k = times(&k.p, &k.h);
        k.s = times(&k.k, &k.x);
        if (k.s.at[0] > 1e9) k.q = k.p;
        k.t += k.s.at[n - 1];
    }
    double s = k.t;
    for (int i = 0; i < n; i++) s += k.x.at[i]*k.q.at[i];
    return s;
}
