// A copy of a number of bytes that is known at run time only ends within a number.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long bytes=12)
#include <string.h>

typedef struct {
    double width, height;
} size;

__attribute__((noinline)) static void begun(void *to, const void *from, long bytes)
{
    memcpy(to, from, bytes);  // error: TypeUnknown RZ301
}

double f(const double *x, int n, long bytes)
{
    size one = {x[0] * x[1], x[2]}, two = {x[1], x[n - 1]};
    begun(&two, &one, bytes);
    return two.width * two.height;
}
