/* The adjoint of normalise.c by hand, in O(n). */
#include <math.h>

void normalise_hand(double *restrict out, double *restrict bar, const double *restrict x,
                    double *restrict d_x, int n)
{
    double square = 0, along = 0;
    for (int i = 0; i < n; i++)
        square += x[i] * x[i];
    double inverse = 1 / sqrt(square);
    for (int i = 0; i < n; i++) {
        out[i] = x[i] * inverse;
        along += bar[i] * out[i];
    }
    for (int i = 0; i < n; i++) {
        d_x[i] += (bar[i] - along * out[i]) * inverse;
        bar[i] = 0;
    }
}
