// A sum over points, each with scratch arrays, a triangle, a maximum and a logarithm.
// rz: double f(const double a[k] in, const double m[k*d] in, const double q[k*d*(d+1)/2] in, const double x[n*d] in, int d=3, int k=4, int n=5)
// also: n=1, k=1
// also: n=3, d=1
#include <math.h>
#include <stdlib.h>
double f(const double *restrict a, const double *restrict m, const double *restrict q,
         const double *restrict x, int d, int k, int n)
{
    double *z = malloc(sizeof(double) * d), *y = malloc(sizeof(double) * d);
    double *term = malloc(sizeof(double) * k);
    double total = 0;
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < k; c++) {
            const double *l = q + c * (d * (d + 1) / 2);
            for (int j = 0; j < d; j++)
                z[j] = x[i * d + j] - m[c * d + j];
            for (int j = 0; j < d; j++)
                y[j] = exp(*l++) * z[j];
            for (int j = 0; j < d; j++)
                for (int r = j + 1; r < d; r++)
                    y[r] += *l++ * z[j];
            double square = 0;
            for (int j = 0; j < d; j++)
                square += y[j] * y[j];
            term[c] = a[c] - 0.5 * square;
        }
        double most = term[0], sum = 0;
        for (int c = 1; c < k; c++)
            if (term[c] > most)
                most = term[c];
        for (int c = 0; c < k; c++)
            sum += exp(term[c] - most);
        total += most + log(sum);
    }
    double squares = 0;
    for (int c = 0; c < k; c++)
        squares += a[c] * a[c];
    free(z);
    free(y);
    free(term);
    return total - 0.25 * squares;
}
