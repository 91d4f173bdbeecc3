// Products in a temporary, vectors of two: by clang 16, -O3 with what it vectorises.
#include <stdlib.h>

double matrix(const double *restrict a, const double *restrict x, int n) {
    double *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++) y[i] += a[i * n + j] * x[j];
    }
    double sum = 0;
    for (int i = 0; i < n; i++) sum += y[i] * y[i] * x[i];
    free(y);
    return sum;
}
