/* The adjoint of gauss.c by hand, step by step: the factors that the primal leaves in the matrix are
 * all it needs of it; kept is the right-hand side before the substitution. */
#include <stdlib.h>
#include <string.h>

void gauss(double *restrict a, double *restrict b, int n);

void gauss_hand(double *restrict a, double *restrict a_bar, double *restrict b,
                double *restrict b_bar, int n)
{
    double *kept = malloc(sizeof(double) * n);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            a[i * n + k] = factor;
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
            b[i] -= factor * b[k];
        }
    memcpy(kept, b, sizeof(double) * n);
    for (int i = n - 1; i >= 0; i--) {
        double s = b[i];
        for (int j = i + 1; j < n; j++)
            s -= a[i * n + j] * b[j];
        b[i] = s / a[i * n + i];
    }
    for (int i = 0; i < n; i++) {
        double bar = b_bar[i] / a[i * n + i];
        a_bar[i * n + i] -= bar * b[i];
        b_bar[i] = bar;
        for (int j = i + 1; j < n; j++) {
            a_bar[i * n + j] -= bar * b[j];
            b_bar[j] -= bar * a[i * n + j];
        }
    }
    for (int k = n - 1; k >= 0; k--)
        for (int i = n - 1; i > k; i--) {
            double factor = a[i * n + k], bar = a_bar[i * n + k] - b_bar[i] * kept[k];
            b_bar[k] -= factor * b_bar[i];
            for (int j = k + 1; j < n; j++) {
                bar -= a_bar[i * n + j] * a[k * n + j];
                a_bar[k * n + j] -= factor * a_bar[i * n + j];
            }
            bar /= a[k * n + k];
            a_bar[i * n + k] = bar;
            a_bar[k * n + k] -= bar * factor;
        }
    free(kept);
}
