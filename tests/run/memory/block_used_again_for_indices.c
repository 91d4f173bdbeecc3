// A block of the heap holds numbers, is read, and then holds indices: another type, the same bytes.
// rz: double f(const double x[n] in, int n=6)
// also: n=1
#include <math.h>
#include <stdlib.h>

double f(const double *x, int n)
{
    double *squares = malloc(n * sizeof *squares), s = 0;
    for (int i = 0; i < n; i++)
        squares[i] = x[i] * x[i] + i;
    for (int i = 0; i < n; i++)
        s += sin(squares[i]) * squares[(i + 1) % n];
    long *order = (long *)squares;
    for (int i = 0; i < n; i++)
        order[i] = (i * 7) % n;
    for (int i = 0; i < n; i++)
        s += x[order[i]] * i;
    free(order);
    return s;
}
