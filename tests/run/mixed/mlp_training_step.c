// Two layers, a loss, one gradient step computed by hand inside, the loss after it.
// rz: double train(const double w1[6] in -1..1, const double w2[3] in -1..1, const double x[2*n] in, const double y[n] in, int n=4, double rate=0.1)
// also: n=1
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double forward(const double *w1, const double *w2, const double *x, double *hidden)
{
    double out = 0.0;
    for (int k = 0; k < 3; k++) {
        hidden[k] = tanh(w1[2 * k] * x[0] + w1[2 * k + 1] * x[1]);
        out += w2[k] * hidden[k];
    }
    return out;
}

double train(const double *w1, const double *w2, const double *x, const double *y, int n,
             double rate)
{
    double *p = malloc(9 * sizeof *p), *g = calloc(9, sizeof *g), hidden[3], loss = 0.0;
    memcpy(p, w1, 6 * sizeof *p);
    memcpy(p + 6, w2, 3 * sizeof *p);
    for (int i = 0; i < n; i++) {
        double e = forward(p, p + 6, x + 2 * i, hidden) - y[i];
        for (int k = 0; k < 3; k++) {
            g[6 + k] += e * hidden[k];
            double back = e * p[6 + k] * (1 - hidden[k] * hidden[k]);
            g[2 * k] += back * x[2 * i];
            g[2 * k + 1] += back * x[2 * i + 1];
        }
    }
    for (int k = 0; k < 9; k++)
        p[k] -= rate * g[k];
    for (int i = 0; i < n; i++) {
        double e = forward(p, p + 6, x + 2 * i, hidden) - y[i];
        loss += 0.5 * e * e;
    }
    free(p);
    free(g);
    return loss;
}
