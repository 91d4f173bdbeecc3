// Heat in a plate: two planes take turns, a conductivity that all threads share.
// rz: double f(const double x[n*n] in, double k in, int n=8, int steps=5)
#include <stdlib.h>

double f(const double *restrict x, double k, int n, int steps)
{
    double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n * n; i++)
        a[i] = b[i] = x[i];
    for (int t = 0; t < steps; t++) {
        double *now = t % 2 ? b : a, *then = t % 2 ? a : b;
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                then[i * n + j] = now[i * n + j]
                                  + k * now[i * n + j] * (now[(i - 1) * n + j] + now[(i + 1) * n + j]
                                  + now[i * n + j - 1] + now[i * n + j + 1] - 4 * now[i * n + j]);
    }
    double *last = steps % 2 ? b : a, sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n * n; i++)
        sum += last[i] * last[i];
    free(a);
    free(b);
    return sum;
}
