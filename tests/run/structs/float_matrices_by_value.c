// Matrices of floats by value with two shorts of a size before them, and one int.
// rz: double f(const double x[n] in, int n=9, double q=0.7)
// also: n=4
#ifndef REAL
#define REAL float
#endif
typedef struct { short rows, cols; REAL at[9]; } Small;
typedef struct { int n; REAL at[8]; } Row;
static Small times(Small a, Small b)
{
    Small c; c.rows = a.rows; c.cols = b.cols;
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < b.cols; j++) {
            REAL s = 0;
            for (int k = 0; k < a.cols; k++) s += a.at[i*a.cols + k]*b.at[k*b.cols + j];
            c.at[i*c.cols + j] = s;
        }
    return c;
}
static Row row(const Small *m, int i) { Row r; r.n = m->cols; for (int j = 0; j < r.n; j++) r.at[j] = m->at[i*m->cols + j]; return r; }
double f(const double *x, int n, double q)
{
    Small a, b; a.rows = a.cols = n >= 9 ? 3 : 2;
    for (int i = 0; i < a.rows*a.cols; i++) a.at[i] = (REAL)(x[i]*q);
    b = a;
    for (int i = 0; i < 3; i++) { b = times(a, b); if (b.at[1] > 1) a = b; }
    Row best = row(&b, 0);
    for (int i = 1; i < b.rows; i++) { Row r = row(&b, i); if (r.at[0] > best.at[0]) best = r; }
    double s = 0;
    for (int i = 0; i < best.n; i++) s += best.at[i]*(i + 1);
    return s;
}
