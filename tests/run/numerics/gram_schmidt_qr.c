// QR by modified Gram-Schmidt in place on columns; the product of R's diagonal.
// rz: double qr(double a[n*n] inout -1..1, int n=4)
// also: n=1
#include <math.h>

double qr(double *a, int n)
{
    double volume = 1.0;
    for (int j = 0; j < n; j++) {
        double norm = 0.0;
        for (int i = 0; i < n; i++)
            norm += a[i * n + j] * a[i * n + j];
        norm = sqrt(norm);
        volume *= norm;
        for (int i = 0; i < n; i++)
            a[i * n + j] /= norm;
        for (int k = j + 1; k < n; k++) {
            double r = 0.0;
            for (int i = 0; i < n; i++)
                r += a[i * n + j] * a[i * n + k];
            for (int i = 0; i < n; i++)
                a[i * n + k] -= r * a[i * n + j];
        }
    }
    return volume;
}
