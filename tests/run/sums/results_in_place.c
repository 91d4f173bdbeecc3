// Rows are replaced where they are, by what is in them.
// rz: void f(double x[n*d] inout, const double gain[d] in, int d=3, int n=5)
// also: n=1
// also: d=1
#include <math.h>
void f(double *restrict x, const double *restrict gain, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double *row = x + i * d, mean = 0, square = 0;
        for (int j = 0; j < d; j++)
            mean += row[j];
        mean /= d;
        for (int j = 0; j < d; j++)
            square += (row[j] - mean) * (row[j] - mean);
        double scale = 1 / sqrt(square / d + 0.1);
        for (int j = 0; j < d; j++)
            row[j] = (row[j] - mean) * scale * gain[j];
        for (int j = 0; j < d; j++)
            row[j] = row[j] + 0.25 * row[j] * row[j] * row[0];
    }
}
