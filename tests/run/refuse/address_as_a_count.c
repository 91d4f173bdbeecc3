// An address is turned into the nearest number, and back.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>

double f(const double *x, int n)
{
    double squares[16];
    for (int i = 0; i < n; i++)
        squares[i] = x[i] * x[i];
    double where = (double)(uintptr_t)squares;
    double *same = (double *)(uintptr_t)where;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * same[i];  // error: ActivityError RZ405
    return sum;
}
