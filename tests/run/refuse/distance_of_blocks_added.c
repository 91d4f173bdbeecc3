// A row is reached from another one by the distance between the two, which has been handed back.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>
#include <stdlib.h>

__attribute__((noinline)) static ptrdiff_t distance(const void *to, const void *from)
{
    return (const char *)to - (const char *)from;  // error: ActivityError RZ405
}

double f(const double *x, int n)
{
    double *row = malloc(n * sizeof *row), *other = malloc(n * sizeof *other), sum = 0;
    for (int i = 0; i < n; i++) {
        row[i] = x[i] * x[i];
        other[i] = 3 * row[i] * x[0];
    }
    ptrdiff_t far = distance(other, row);
    for (int i = 0; i < n; i++)
        sum += row[i] * *(double *)((char *)(row + i) + far);
    free(row);
    free(other);
    return sum;
}
