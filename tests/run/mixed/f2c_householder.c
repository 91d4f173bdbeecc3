// As a translator from Fortran writes it: arrays shifted to begin at one, static locals, every argument by address.
// rz: double norms(const double a0[m*n] in -1..1, const double b0[m] in -1..1, double w[m*n+m+n] work, int m=6, int n=3)
// also: m=3, n=3
#include <math.h>

typedef int integer;
typedef double doublereal;

static integer c__1 = 1;

__attribute__((noinline)) static doublereal ddot_(integer *n, doublereal *dx, integer *incx, doublereal *dy, integer *incy)
{
    integer i__1;
    doublereal ret_val;
    static integer i__, ix, iy;
    static doublereal dtemp;
    --dy;
    --dx;
    ret_val = 0.;
    dtemp = 0.;
    if (*n <= 0)
        return ret_val;
    ix = 1;
    iy = 1;
    if (*incx < 0)
        ix = (-(*n) + 1) * *incx + 1;
    if (*incy < 0)
        iy = (-(*n) + 1) * *incy + 1;
    i__1 = *n;
    for (i__ = 1; i__ <= i__1; ++i__) {
        dtemp += dx[ix] * dy[iy];
        ix += *incx;
        iy += *incy;
    }
    ret_val = dtemp;
    return ret_val;
}

__attribute__((noinline)) static int daxpy_(integer *n, doublereal *da, doublereal *dx, integer *incx, doublereal *dy, integer *incy)
{
    integer i__1;
    static integer i__;
    --dy;
    --dx;
    if (*n <= 0 || *da == 0.)
        return 0;
    i__1 = *n;
    for (i__ = 1; i__ <= i__1; ++i__)
        dy[(i__ - 1) * *incy + 1] += *da * dx[(i__ - 1) * *incx + 1];
    return 0;
}

static int house_(integer *m, integer *n, doublereal *a, integer *lda, doublereal *b, doublereal *rdiag)
{
    integer a_dim1, a_offset, i__1, i__2, i__3;
    doublereal d__1;
    static integer i__, j, k;
    static doublereal ajnorm, t, nt;
    --rdiag;
    --b;
    a_dim1 = *lda;
    a_offset = 1 + a_dim1;
    a -= a_offset;
    i__1 = *n;
    for (j = 1; j <= i__1; ++j) {
        i__2 = *m - j + 1;
        ajnorm = sqrt(ddot_(&i__2, &a[j + j * a_dim1], &c__1, &a[j + j * a_dim1], &c__1));
        if (ajnorm == 0.)
            goto L100;
        if (a[j + j * a_dim1] < 0.)
            ajnorm = -ajnorm;
        i__2 = *m;
        for (i__ = j; i__ <= i__2; ++i__)
            a[i__ + j * a_dim1] /= ajnorm;
        a[j + j * a_dim1] += 1.;
        if (j == *n)
            goto L90;
        i__2 = *n;
        for (k = j + 1; k <= i__2; ++k) {
            i__3 = *m - j + 1;
            t = -ddot_(&i__3, &a[j + j * a_dim1], &c__1, &a[j + k * a_dim1], &c__1) / a[j + j * a_dim1];
            daxpy_(&i__3, &t, &a[j + j * a_dim1], &c__1, &a[j + k * a_dim1], &c__1);
        }
    L90:
        i__3 = *m - j + 1;
        d__1 = -ddot_(&i__3, &a[j + j * a_dim1], &c__1, &b[j], &c__1) / a[j + j * a_dim1];
        nt = d__1;
        daxpy_(&i__3, &nt, &a[j + j * a_dim1], &c__1, &b[j], &c__1);
    L100:
        rdiag[j] = -ajnorm;
    }
    return 0;
}

double norms(const double *a0, const double *b0, double *w, int m, int n)
{
    double *a = w, *b = w + m * n, *d = b + m;
    for (int i = 0; i < m * n; i++)
        a[i] = a0[i] + (i % (m + 1) == 0 ? 2.0 : 0.0);
    for (int i = 0; i < m; i++)
        b[i] = b0[i];
    house_(&m, &n, a, &m, b, d);
    double s = 0;
    for (int j = 0; j < n; j++)
        s += (j + 1) * d[j] * d[j] + b[j] * d[j];
    return s;
}
