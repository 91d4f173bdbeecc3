/* A natural cubic spline through points, made by a tridiagonal solution, and its values at many
 * places, each found by bisection; half the sum of their squared distances from data. */
#include <stdlib.h>

double spline(const double *restrict x, const double *restrict y, const double *restrict at,
              const double *restrict data, int n, int m)
{
    double *bend = malloc(n * sizeof *bend), *rest = malloc(n * sizeof *rest);
    bend[0] = rest[0] = 0;
    for (int i = 1; i < n - 1; i++) {
        double part = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
        double pivot = part * bend[i - 1] + 2;
        bend[i] = (part - 1) / pivot;
        double turn = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
        rest[i] = (6 * turn / (x[i + 1] - x[i - 1]) - part * rest[i - 1]) / pivot;
    }
    bend[n - 1] = 0;
    for (int i = n - 2; i >= 0; i--)
        bend[i] = bend[i] * bend[i + 1] + rest[i];
    double sum = 0;
    for (int k = 0; k < m; k++) {
        int low = 0, high = n - 1;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (x[middle] > at[k])
                high = middle;
            else
                low = middle;
        }
        double h = x[high] - x[low], a = (x[high] - at[k]) / h, b = (at[k] - x[low]) / h;
        double value = a * y[low] + b * y[high]
                       + ((a * a * a - a) * bend[low] + (b * b * b - b) * bend[high]) * h * h / 6;
        sum += 0.5 * (value - data[k]) * (value - data[k]);
    }
    free(rest);
    free(bend);
    return sum;
}
