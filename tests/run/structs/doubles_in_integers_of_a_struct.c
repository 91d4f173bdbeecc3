// Doubles copied into integers that are members of a struct, and back.
// rz: double f(const double x[n] in, int n=9, double q=0.7)
// also: n=4
#include <string.h>
typedef struct { int low, high; } Word;
typedef struct { int rows, cols; double at[9]; Word word; int pack[18]; int a, b, c, d; double z; } All;
double f(const double *x, int n, double q)
{
    All t; t.rows = n > 4 ? 3 : 2; t.cols = n/3; t.z = q;
    for (int i = 0; i < t.rows*t.rows; i++) t.at[i] = x[i]*q;
    memcpy(t.pack, t.at, n*sizeof(double));
    memcpy(&t.word, &x[n/2], 8);
    memcpy(&t.a, &x[n - 2], 16);
    All u = t;
    double y[9], v, w[2];
    memcpy(y, u.pack, n*sizeof(double));
    memcpy(&v, &u.word, 8);
    memcpy(w, &u.a, 16);
    double s = v*w[0] + w[1]*w[1]*u.z;
    for (int i = 0; i < n; i++) s += y[i]*y[i]*(t.rows + u.cols);
    return s;
}
