// Sixteen bytes are moved from within a number to within another one, at a place known at run time.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long from=4)
#include <string.h>

__attribute__((noinline)) static void some(void *to, const void *from)
{
    memmove(to, from, 16);  // error: TypeUnknown RZ301
}

double f(const double *x, int n, long from)
{
    double numbers[4];
    for (int i = 0; i < 4; i++)
        numbers[i] = x[i] * x[0];
    some((char *)numbers + from, (char *)numbers + from + 8);
    return numbers[0] + numbers[1] * x[1] + numbers[2] * numbers[3];
}
