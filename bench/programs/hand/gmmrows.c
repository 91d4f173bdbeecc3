/* The adjoint of gmmrows.c by hand: of one point at a time, its differences, plain and scaled. */
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

double gmmrows_hand(const double *restrict alphas, double *restrict d_alphas,
                    const double *restrict means, double *restrict d_means,
                    const double *restrict icf, double *restrict d_icf, const double *restrict x,
                    int d, int k, int n, double seed)
{
    int stride = d * (d + 1) / 2;
    double *work = calloc(4 * k * d + 4 * k + d, sizeof(double)), total = 0;
    double *diagonal = work, *d_diagonal = diagonal + k * d, *centred = d_diagonal + k * d;
    double *scaled = centred + k * d, *term = scaled + k * d, *weight = term + k, *sums = weight + k;
    double *d_sums = sums + k, *z_bar = d_sums + k;
    for (int c = 0; c < k; c++)
        for (int j = 0; j < d; j++) {
            sums[c] += icf[c * stride + j];
            diagonal[c * d + j] = exp(icf[c * stride + j]);
        }
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < k; c++) {
            double *z = centred + c * d, *q = scaled + c * d, square = 0;
            const double *lower = icf + c * stride + d;
            for (int j = 0; j < d; j++)
                z[j] = x[i * d + j] - means[c * d + j];
            for (int r = 0; r < d; r++) {
                double s = diagonal[c * d + r] * z[r];
                for (int j = 0; j < r; j++)
                    s += lower[r * (r - 1) / 2 + j] * z[j];
                q[r] = s;
                square += s * s;
            }
            term[c] = alphas[c] + sums[c] - 0.5 * square;
        }
        total += softmax(term, k, weight);
        for (int c = 0; c < k; c++) {
            double w = seed * weight[c], *z = centred + c * d, *q = scaled + c * d;
            const double *lower = icf + c * stride + d;
            double *d_lower = d_icf + c * stride + d;
            d_alphas[c] += w;
            d_sums[c] += w;
            for (int j = 0; j < d; j++) {
                q[j] *= -w;
                z_bar[j] = q[j] * diagonal[c * d + j];
                d_diagonal[c * d + j] += q[j] * z[j];
            }
            for (int r = 0; r < d; r++)
                for (int j = 0; j < r; j++) {
                    int at = r * (r - 1) / 2 + j;
                    d_lower[at] += q[r] * z[j];
                    z_bar[j] += q[r] * lower[at];
                }
            for (int j = 0; j < d; j++)
                d_means[c * d + j] -= z_bar[j];
        }
    }
    total -= n * softmax(alphas, k, weight);
    for (int c = 0; c < k; c++) {
        d_alphas[c] -= seed * n * weight[c];
        for (int j = 0; j < d; j++)
            d_icf[c * stride + j] += d_sums[c] + diagonal[c * d + j] * d_diagonal[c * d + j];
    }
    free(work);
    return total;
}
