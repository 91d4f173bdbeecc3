// A heap struct that owns two heap buffers; constructor and destructor functions.
// rz: double layer(const double w[r*c] in -1..1, const double b[r] in, const double x[c] in, int r=3, int c=4)
// also: r=1, c=1
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct dense {
    int rows, cols;
    double *weight, *bias;
};

static struct dense *dense(const double *w, const double *b, int r, int c)
{
    struct dense *d = malloc(sizeof *d);
    d->rows = r;
    d->cols = c;
    d->weight = malloc(sizeof(double) * (size_t)(r * c));
    d->bias = malloc(sizeof(double) * (size_t)r);
    memcpy(d->weight, w, sizeof(double) * (size_t)(r * c));
    memcpy(d->bias, b, sizeof(double) * (size_t)r);
    return d;
}

static void discard(struct dense *d)
{
    free(d->weight);
    free(d->bias);
    free(d);
}

double layer(const double *w, const double *b, const double *x, int r, int c)
{
    struct dense *d = dense(w, b, r, c);
    double loss = 0.0;
    for (int i = 0; i < d->rows; i++) {
        double z = d->bias[i];
        for (int j = 0; j < d->cols; j++)
            z += d->weight[i * c + j] * x[j];
        double y = 1.0 / (1.0 + exp(-z));
        loss -= log(y) * (i + 1);
    }
    discard(d);
    return loss;
}
