// Restarted GMRES with Givens rotations over CSR, the operator and the preconditioner by function pointers.
// rz: double solved(const double value[5*n] in 0.1..1, const double b[n] in, double shift 5..6, int n=6, int restart=3)
// also: n=3, restart=2
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n;
    int *row, *column;
    double *value, *inverse_diagonal;
} csr;

typedef void (*apply)(const csr *, const double *, double *);

static csr *build(const double *value, double shift, int n)
{
    csr *a = malloc(sizeof *a);
    int count = 0;
    a->n = n;
    a->row = malloc((n + 1) * sizeof(int));
    a->column = malloc(5 * n * sizeof(int));
    a->value = malloc(5 * n * sizeof(double));
    a->inverse_diagonal = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++) {
        a->row[i] = count;
        for (int k = -2; k <= 2; k++) {
            int j = i + k;
            if (j < 0 || j >= n)
                continue;
            a->column[count] = j;
            a->value[count] = value[5 * i + k + 2] * (k < 0 ? -1 : 1) + (j == i ? shift : 0);
            if (j == i)
                a->inverse_diagonal[i] = 1 / a->value[count];
            count++;
        }
    }
    a->row[n] = count;
    return a;
}

static void times(const csr *a, const double *x, double *y)
{
    for (int i = 0; i < a->n; i++) {
        double sum = 0;
        for (int k = a->row[i]; k < a->row[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = sum;
    }
}

static void scaled(const csr *a, const double *x, double *y)
{
    for (int i = 0; i < a->n; i++)
        y[i] = x[i] * a->inverse_diagonal[i];
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void cycle(const csr *a, apply product, apply precondition, const double *b, double *x, int m)
{
    int n = a->n;
    double *v = calloc((m + 1) * n, sizeof *v), *h = calloc((m + 1) * m, sizeof *h);
    double *g = calloc(m + 1, sizeof *g), *c = malloc(m * sizeof *c), *s = malloc(m * sizeof *s);
    double *w = malloc(n * sizeof *w), *z = malloc(n * sizeof *z);
    product(a, x, w);
    for (int i = 0; i < n; i++)
        w[i] = b[i] - w[i];
    precondition(a, w, v);
    g[0] = sqrt(dot(v, v, n));
    for (int i = 0; i < n; i++)
        v[i] /= g[0];
    for (int j = 0; j < m; j++) {
        product(a, v + j * n, z);
        precondition(a, z, w);
        for (int i = 0; i <= j; i++) {
            double d = dot(w, v + i * n, n);
            h[i * m + j] = d;
            for (int k = 0; k < n; k++)
                w[k] -= d * v[i * n + k];
        }
        double length = sqrt(dot(w, w, n));
        for (int k = 0; k < n; k++)
            v[(j + 1) * n + k] = w[k] / length;
        for (int i = 0; i < j; i++) {
            double upper = h[i * m + j], lower = h[(i + 1) * m + j];
            h[i * m + j] = c[i] * upper + s[i] * lower;
            h[(i + 1) * m + j] = -s[i] * upper + c[i] * lower;
        }
        double r = hypot(h[j * m + j], length);
        c[j] = h[j * m + j] / r;
        s[j] = length / r;
        h[j * m + j] = r;
        g[j + 1] = -s[j] * g[j];
        g[j] *= c[j];
    }
    for (int i = m - 1; i >= 0; i--) {
        for (int k = i + 1; k < m; k++)
            g[i] -= h[i * m + k] * g[k];
        g[i] /= h[i * m + i];
    }
    for (int j = 0; j < m; j++)
        for (int k = 0; k < n; k++)
            x[k] += g[j] * v[j * n + k];
    free(v), free(h), free(g), free(c), free(s), free(w), free(z);
}

double solved(const double *value, const double *b, double shift, int n, int restart)
{
    csr *a = build(value, shift, n);
    double *x = calloc(n, sizeof *x);
    for (int round = 0; round < 2; round++)
        cycle(a, times, scaled, b, x, restart - round);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i] * (i + 1);
    free(a->row), free(a->column), free(a->value), free(a->inverse_diagonal), free(a), free(x);
    return sum;
}
