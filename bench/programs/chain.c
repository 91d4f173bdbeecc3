/* Four layers of a network without bias: products of matrices, each followed by tanh. Two buffers
 * take turns, so each holds the values of several layers, one after the other.
 *
 *     u = x W0;  v = tanh(u) W1;  u = tanh(v) W2;  v = tanh(u) W3;  half the sum of squares of v */
#include <math.h>
#include <stdlib.h>

static void product(double *out, const double *in, const double *w, int rows, int n)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += in[i * n + k] * w[j * n + k];
            out[i * n + j] = s;
        }
}

static void squash(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = tanh(x[i]);
}

double chain(const double *restrict x, const double *restrict w, int rows, int n)
{
    int whole = rows * n, each = n * n;
    double *u = malloc(sizeof(double) * whole), *v = malloc(sizeof(double) * whole);
    product(u, x, w, rows, n);
    squash(u, whole);
    product(v, u, w + each, rows, n);
    squash(v, whole);
    product(u, v, w + 2 * each, rows, n);
    squash(u, whole);
    product(v, u, w + 3 * each, rows, n);
    double total = 0;
    for (int i = 0; i < whole; i++)
        total += 0.5 * v[i] * v[i];
    free(u);
    free(v);
    return total;
}
