/* Layers of a network without bias: products of matrices, each followed by tanh. All activations
 * lie in one block of memory, and two of its halves take turns. */
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

double arena(const double *restrict x, const double *restrict w, int rows, int n, int layers)
{
    int whole = rows * n;
    double *block = malloc(sizeof(double) * 2 * whole);
    for (int i = 0; i < whole; i++)
        block[i] = x[i];
    for (int l = 0; l < layers; l++) {
        double *in = block + (l % 2) * whole, *out = block + (1 - l % 2) * whole;
        product(out, in, w + l * n * n, rows, n);
        for (int i = 0; i < whole; i++)
            out[i] = tanh(out[i]);
    }
    double total = 0, *last = block + (layers % 2) * whole;
    for (int i = 0; i < whole; i++)
        total += 0.5 * last[i] * last[i];
    free(block);
    return total;
}
