// LU with partial pivoting in place, then a solve and the determinant.
// rz: double solve(double a[n*n] inout -1..1, double b[n] inout, int n=5)
// also: n=1
// also: n=2
#include <math.h>

double solve(double *a, double *b, int n)
{
    double det = 1.0;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k]))
                p = i;
        if (p != k) {
            for (int j = 0; j < n; j++) {
                double t = a[k * n + j];
                a[k * n + j] = a[p * n + j];
                a[p * n + j] = t;
            }
            double t = b[k];
            b[k] = b[p];
            b[p] = t;
            det = -det;
        }
        det *= a[k * n + k];
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
    return det;
}
