/* Layer normalisation of rows, in place: the row less its mean, over its deviation, scaled, shifted;
 * then the cubic gate x + x³/4, so that the rows are overwritten twice. */
#include <math.h>

void layernorm(double *restrict x, const double *restrict gain, const double *restrict shift,
               int rows, int n)
{
    for (int r = 0; r < rows; r++) {
        double *row = x + r * n, mean = 0, square = 0;
        for (int i = 0; i < n; i++)
            mean += row[i];
        mean /= n;
        for (int i = 0; i < n; i++)
            square += (row[i] - mean) * (row[i] - mean);
        double scale = 1 / sqrt(square / n + 1e-5);
        for (int i = 0; i < n; i++)
            row[i] = (row[i] - mean) * scale * gain[i] + shift[i];
    }
    for (int i = 0; i < rows * n; i++)
        x[i] = x[i] + 0.25 * x[i] * x[i] * x[i];
}
