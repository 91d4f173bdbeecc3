// A struct with the address of a function is copied byte by byte, its last byte first.
// rz: double f(const double x[n] in 0.5..1.5, int n=5)
#include <stddef.h>

typedef struct {
    double (*of)(double);
    long count;
} law;

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }

__attribute__((noinline)) static void backwards(void *to, const void *from, size_t size)
{
    unsigned char *into = (unsigned char *)to + size;
    const unsigned char *bytes = (const unsigned char *)from + size;
    while (size--)
        *--into = *--bytes;
}

double f(const double *x, int n)
{
    law one = {n > 9 ? cube : square, n}, two;
    backwards(&two, &one, sizeof one);
    double sum = 0;
    for (long i = 0; i < two.count; i++)
        sum += (double)(i + 1) * two.of(x[i]);  // error: ActivityError RZ405
    return sum;
}
