// Blocks aligned by `__builtin_align_up`, which the compiler is told of, and indexed by distances.
// rz: double f(const double x[n] in 0.5..1.5, int n=37)
// also: n=1
#include <stddef.h>
#include <stdlib.h>

__attribute__((noinline)) static double dot(const double *a, const double *b, int n)
{
    const double *u = __builtin_assume_aligned(a, 64), *v = __builtin_assume_aligned(b, 64);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += u[i] * v[i];
    return sum;
}

double f(const double *x, int n)
{
    char *block = malloc(2 * (sizeof(double) * (size_t)n + 64));
    double *a = (double *)__builtin_align_up(block, 64);
    double *b = (double *)__builtin_align_up((char *)(a + n), 64);
    ptrdiff_t first = (char *)a - block, second = (char *)b - block;
    for (int i = 0; i < n; i++) {
        a[i] = x[i] * x[i];
        b[i] = 2 * x[n - 1 - i];
    }
    double sum = dot(a, b, n);
    for (int i = 0; i < n; i++)
        sum += ((double *)(block + first))[i] * (i + 1) - ((double *)(block + second))[i];
    free(block);
    return sum;
}
