// Each thread has memory of its own, on the stack and on the heap.
// rz: double f(const double x[n] in, int n=16)
#include <math.h>
#include <stdlib.h>
double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        double small[4];
        double *large = malloc(sizeof(double) * n);
#pragma omp for
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 4; k++)
                small[k] = x[i] * x[(i + k) % n];
            large[i] = small[0] * small[3] + sin(small[1]);
            s += large[i] * small[2];
        }
        free(large);
    }
    return s;
}
