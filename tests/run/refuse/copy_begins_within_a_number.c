// A copy of a number of bytes that is known at run time only begins and ends within numbers.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long bytes=8, long from=4)
#include <string.h>

__attribute__((noinline)) static void some(void *to, const void *from, long bytes)
{
    memcpy(to, from, bytes);  // error: TypeUnknown RZ301
}

double f(const double *x, int n, long bytes, long from)
{
    double one[4], two[4];
    for (int i = 0; i < 4; i++) {
        one[i] = x[i] * x[i];
        two[i] = x[i] * x[0];
    }
    some((char *)two + from, (char *)one + from, bytes);
    return two[0] + two[1] * x[1] + two[2] * two[3];
}
