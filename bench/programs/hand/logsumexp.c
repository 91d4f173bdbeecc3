/* The adjoint of logsumexp.c by hand: softmax; the exponentials are kept. */
#include <math.h>
#include <stdlib.h>

double logsumexp_hand(const double *restrict x, double *restrict d_x, int n, double seed)
{
    double m = x[0], sum = 0, *e = malloc(sizeof(double) * n);
    for (int i = 1; i < n; i++)
        m = fmax(m, x[i]);
    for (int i = 0; i < n; i++)
        sum += e[i] = exp(x[i] - m);
    double scale = seed / sum;
    for (int i = 0; i < n; i++)
        d_x[i] += e[i] * scale;
    free(e);
    return m + log(sum);
}
