/* The mixture of gmm.c without its prior, written with small functions over rows of matrices. */
#include <math.h>
#include <stdlib.h>

static double largest(const double *v, int n)
{
    double m = v[0];
    for (int i = 1; i < n; i++)
        if (v[i] > m)
            m = v[i];
    return m;
}

static double logsumexp(const double *v, int n)
{
    double m = largest(v, n), sum = 0;
    for (int i = 0; i < n; i++)
        sum += exp(v[i] - m);
    return m + log(sum);
}

static double square(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * v[i];
    return s;
}

static void difference(const double *x, const double *y, double *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] - y[i];
}

static double sum(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

static void exponentials(const double *v, double *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = exp(v[i]);
}

/* out = Q z with the diagonal of Q and, row by row, what is below it */
static void times(const double *diagonal, const double *lower, const double *z, double *out, int d)
{
    for (int i = 0; i < d; i++) {
        const double *row = lower + i * (i - 1) / 2;
        double s = diagonal[i] * z[i];
        for (int j = 0; j < i; j++)
            s += row[j] * z[j];
        out[i] = s;
    }
}

double gmmrows(const double *alphas, const double *means, const double *icf, const double *x,
               int d, int k, int n)
{
    int stride = d * (d + 1) / 2;
    double *diagonals = malloc(sizeof(double) * d * k), *sums = malloc(sizeof(double) * k);
    double *centred = malloc(sizeof(double) * d), *scaled = malloc(sizeof(double) * d);
    double *term = malloc(sizeof(double) * k), total = 0;
    for (int c = 0; c < k; c++) {
        exponentials(icf + c * stride, diagonals + c * d, d);
        sums[c] = sum(icf + c * stride, d);
    }
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < k; c++) {
            difference(x + i * d, means + c * d, centred, d);
            times(diagonals + c * d, icf + c * stride + d, centred, scaled, d);
            term[c] = alphas[c] + sums[c] - 0.5 * square(scaled, d);
        }
        total += logsumexp(term, k);
    }
    total -= n * logsumexp(alphas, k);
    free(diagonals);
    free(sums);
    free(centred);
    free(scaled);
    free(term);
    return total;
}
