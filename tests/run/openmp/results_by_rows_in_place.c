// Each row is replaced where it is.
// rz: void f(double x[n*d] inout, const int column[d] below d, const double gain[d] in, int d=3, int n=7)
// also: n=1
#include <math.h>
void f(double *restrict x, const int *restrict column, const double *restrict gain, int d, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *row = x + i * d, square = 0.1;
        for (int j = 0; j < d; j++)
            square += row[j] * row[j];
        for (int j = 0; j < d; j++)
            row[j] = exp(row[j] / sqrt(square)) * gain[column[j]];
    }
}
