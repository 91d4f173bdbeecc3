/* The adjoint of gmm.c by hand: responsibilities first, then one pass over what they weigh.
 *
 * Kept: per point the scaled differences of all components (k d numbers), used at once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double softmax(const double *v, int n, double *weight)
{
    double m = v[0], sum = 0;
    for (int i = 1; i < n; i++)
        if (v[i] > m)
            m = v[i];
    for (int i = 0; i < n; i++)
        sum += weight[i] = exp(v[i] - m);
    for (int i = 0; i < n; i++)
        weight[i] /= sum;
    return m + log(sum);
}

double gmm_hand(const double *restrict alphas, double *restrict d_alphas,
                const double *restrict means, double *restrict d_means,
                const double *restrict icf, double *restrict d_icf, const double *restrict x,
                int d, int k, int n, double gamma, int m, double seed)
{
    int stride = d * (d + 1) / 2;
    double *work = malloc(sizeof(double) * (4 * k * d + 4 * k + d));
    double *diagonal = work, *d_diagonal = diagonal + k * d, *centred = d_diagonal + k * d;
    double *scaled = centred + k * d, *term = scaled + k * d, *weight = term + k, *sum_q = weight + k;
    double *d_sum_q = sum_q + k, *bar = d_sum_q + k;
    memset(d_diagonal, 0, sizeof(double) * k * d);
    for (int c = 0; c < k; c++) {
        sum_q[c] = d_sum_q[c] = 0;
        for (int j = 0; j < d; j++) {
            sum_q[c] += icf[c * stride + j];
            diagonal[c * d + j] = exp(icf[c * stride + j]);
        }
    }
    double total = 0;
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < k; c++) {
            double *z = centred + c * d, *q = scaled + c * d, square = 0;
            const double *l = icf + c * stride + d;
            for (int j = 0; j < d; j++) {
                z[j] = x[i * d + j] - means[c * d + j];
                q[j] = diagonal[c * d + j] * z[j];
            }
            for (int j = 0; j < d; l += d - 1 - j, j++)
                for (int r = j + 1; r < d; r++)
                    q[r] += l[r - j - 1] * z[j];
            for (int j = 0; j < d; j++)
                square += q[j] * q[j];
            term[c] = alphas[c] + sum_q[c] - 0.5 * square;
        }
        total += softmax(term, k, weight);
        for (int c = 0; c < k; c++) {
            double w = seed * weight[c];
            double *z = centred + c * d, *q = scaled + c * d;
            const double *l = icf + c * stride + d;
            double *dl = d_icf + c * stride + d;
            d_alphas[c] += w;
            d_sum_q[c] += w;
            for (int j = 0; j < d; j++) {
                q[j] *= -w;
                bar[j] = q[j] * diagonal[c * d + j];
                d_diagonal[c * d + j] += q[j] * z[j];
            }
            for (int j = 0; j < d; l += d - 1 - j, dl += d - 1 - j, j++) {
                double sum = 0;
                for (int r = j + 1; r < d; r++) {
                    dl[r - j - 1] += q[r] * z[j];
                    sum += q[r] * l[r - j - 1];
                }
                bar[j] += sum;
            }
            for (int j = 0; j < d; j++)
                d_means[c * d + j] -= bar[j];
        }
    }
    double norm = softmax(alphas, k, weight);
    double freedom = d + m + 1, multigamma = 0.25 * d * (d - 1) * log(3.14159265358979323846);
    for (int j = 1; j <= d; j++)
        multigamma += lgamma(0.5 * freedom + 0.5 * (1 - j));
    double prior = -k * (freedom * d * (log(gamma) - 0.5 * log(2.0)) - multigamma);
    for (int c = 0; c < k; c++) {
        d_alphas[c] -= seed * n * weight[c];
        double frobenius = 0;
        for (int j = 0; j < d; j++) {
            double e = diagonal[c * d + j];
            frobenius += e * e;
            d_icf[c * stride + j] += d_sum_q[c] - seed * m
                + e * (d_diagonal[c * d + j] + seed * gamma * gamma * e);
        }
        for (int j = d; j < stride; j++) {
            frobenius += icf[c * stride + j] * icf[c * stride + j];
            d_icf[c * stride + j] += seed * gamma * gamma * icf[c * stride + j];
        }
        prior += 0.5 * gamma * gamma * frobenius - m * sum_q[c];
    }
    free(work);
    return -n * d * 0.5 * log(2 * 3.14159265358979323846) + total - n * norm + prior;
}
