// A struct with a flexible array member on the heap.
// rz: double vector_norm(const double x[n] in, int n=7)
// also: n=0
// also: n=1
#include <math.h>
#include <stdlib.h>

struct vector {
    int n;
    double norm;
    double data[];
};

static struct vector *vector(const double *x, int n)
{
    struct vector *v = malloc(sizeof *v + sizeof(double) * (size_t)n);
    v->n = n;
    v->norm = 1e-2;
    for (int i = 0; i < n; i++) {
        v->data[i] = x[i] + 0.1 * i;
        v->norm += v->data[i] * v->data[i];
    }
    v->norm = sqrt(v->norm);
    return v;
}

double vector_norm(const double *x, int n)
{
    struct vector *v = vector(x, n);
    double s = 0.0;
    for (int i = 0; i < v->n; i++)
        s += sin(v->data[i] / v->norm);
    s += v->norm;
    free(v);
    return s;
}
