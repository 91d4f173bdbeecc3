// A leading dimension larger than the row count: strided columns, gaps untouched.
// rz: double column_norms(const double a[ld*c] in, int r=3, int ld=5, int c=4)
// also: r=0
// also: r=5
// needs: zero
#include <math.h>

double column_norms(const double *a, int r, int ld, int c)
{
    double s = 0.0;
    for (int j = 0; j < c; j++) {
        const double *col = a + (long)j * ld;
        double n = 1e-3;
        for (int i = 0; i < r; i++)
            n += col[i] * col[i];
        s += sqrt(n) * (j + 1);
    }
    return s;
}
