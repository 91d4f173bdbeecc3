/* Gaussian mixture model: log likelihood with a Wishart prior on the inverse covariances.
 *
 *     sum_i logsumexp_k(a_k + sum_j q_kj - |Q_k (x_i - mu_k)|^2 / 2)
 *       - n logsumexp(a) - n d/2 log(2 pi) + log prior(Q)
 *
 * Q_k is lower triangular: its diagonal exp(q_k), the rest, column by column, behind q_k in icf. */
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

static double log_multigamma(double a, int p)
{
    double out = 0.25 * p * (p - 1) * log(3.14159265358979323846);
    for (int j = 1; j <= p; j++)
        out += lgamma(a + 0.5 * (1 - j));
    return out;
}

static double log_wishart(int d, int k, double gamma, int m,
                          const double *sum_q, const double *diagonal, const double *icf)
{
    int freedom = d + m + 1, stride = d * (d + 1) / 2;
    double constant = freedom * d * (log(gamma) - 0.5 * log(2.0)) - log_multigamma(0.5 * freedom, d);
    double out = 0;
    for (int c = 0; c < k; c++) {
        double frobenius = 0;
        for (int i = 0; i < d; i++)
            frobenius += diagonal[c * d + i] * diagonal[c * d + i];
        for (int i = d; i < stride; i++)
            frobenius += icf[c * stride + i] * icf[c * stride + i];
        out += 0.5 * gamma * gamma * frobenius - m * sum_q[c];
    }
    return out - k * constant;
}

/* out = Q z */
static void times(int d, const double *diagonal, const double *lower, const double *z, double *out)
{
    for (int i = 0; i < d; i++)
        out[i] = diagonal[i] * z[i];
    const double *l = lower;
    for (int j = 0; j < d; j++)
        for (int i = j + 1; i < d; i++)
            out[i] += *l++ * z[j];
}

double gmm(const double *restrict alphas, const double *restrict means, const double *restrict icf,
           const double *restrict x, int d, int k, int n, double gamma, int m)
{
    int stride = d * (d + 1) / 2;
    double *diagonal = malloc(sizeof(double) * k * d);
    double *sum_q = malloc(sizeof(double) * k);
    double *centred = malloc(sizeof(double) * d);
    double *scaled = malloc(sizeof(double) * d);
    double *term = malloc(sizeof(double) * k);

    for (int c = 0; c < k; c++) {
        sum_q[c] = 0;
        for (int j = 0; j < d; j++) {
            double q = icf[c * stride + j];
            sum_q[c] += q;
            diagonal[c * d + j] = exp(q);
        }
    }
    double total = 0;
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < k; c++) {
            for (int j = 0; j < d; j++)
                centred[j] = x[i * d + j] - means[c * d + j];
            times(d, diagonal + c * d, icf + c * stride + d, centred, scaled);
            double square = 0;
            for (int j = 0; j < d; j++)
                square += scaled[j] * scaled[j];
            term[c] = alphas[c] + sum_q[c] - 0.5 * square;
        }
        total += logsumexp(term, k);
    }
    double out = -n * d * 0.5 * log(2 * 3.14159265358979323846) + total - n * logsumexp(alphas, k)
        + log_wishart(d, k, gamma, m, sum_q, diagonal, icf);
    free(diagonal);
    free(sum_q);
    free(centred);
    free(scaled);
    free(term);
    return out;
}
