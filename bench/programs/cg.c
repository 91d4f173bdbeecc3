/* Conjugate gradients for A x = b, a fixed number of steps; the answer is the sum of squares of x.
 *
 * The matrix and the right-hand side are unknown. */
#include <stdlib.h>

static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

double cg(const double *restrict a, const double *restrict b, int n, int steps)
{
    double *work = calloc(4 * n, sizeof(double));
    double *x = work, *r = work + n, *p = work + 2 * n, *q = work + 3 * n;
    for (int i = 0; i < n; i++)
        r[i] = p[i] = b[i];
    double square = dot(r, r, n);
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            q[i] = dot(a + i * n, p, n);
        double alpha = square / dot(p, q, n);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double next = dot(r, r, n), beta = next / square;
        square = next;
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
    }
    double total = dot(x, x, n);
    free(work);
    return total;
}
