/* The adjoint of layernorm.c by hand: kept are the normalised rows and a scale per row; what the
 * gate gets is computed again. */
#include <math.h>
#include <stdlib.h>

void layernorm_hand(double *restrict x, double *restrict d_x, const double *restrict gain,
                    double *restrict d_gain, const double *restrict shift,
                    double *restrict d_shift, int rows, int n)
{
    double *kept = malloc(sizeof(double) * ((long)rows * n + rows)), *scales = kept + (long)rows * n;
    for (int r = 0; r < rows; r++) {
        double *row = x + r * n, *norm = kept + (long)r * n, mean = 0, square = 0;
        for (int i = 0; i < n; i++)
            mean += row[i];
        mean /= n;
        for (int i = 0; i < n; i++)
            square += (row[i] - mean) * (row[i] - mean);
        double scale = scales[r] = 1 / sqrt(square / n + 1e-5);
        for (int i = 0; i < n; i++) {
            norm[i] = (row[i] - mean) * scale;
            double y = norm[i] * gain[i] + shift[i];
            row[i] = y + 0.25 * y * y * y;
        }
    }
    for (int r = rows - 1; r >= 0; r--) {
        double *norm = kept + (long)r * n, *bar = d_x + r * n, mean = 0, along = 0;
        for (int i = 0; i < n; i++) {
            double y = norm[i] * gain[i] + shift[i], b = bar[i] * (1 + 0.75 * y * y);
            d_gain[i] += b * norm[i];
            d_shift[i] += b;
            bar[i] = b * gain[i];
            mean += bar[i];
            along += bar[i] * norm[i];
        }
        for (int i = 0; i < n; i++)
            bar[i] = (bar[i] - mean / n - norm[i] * along / n) * scales[r];
    }
    free(kept);
}
