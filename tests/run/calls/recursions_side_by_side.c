// Two functions that call each other and themselves, several times in one block: their frames, of
// different sizes, are allocated together; a small array with the alignment of vectors is in one.
// rz: double f(const double x[n] in -1..1, int n=13)
// also: n=1
// also: n=2
#include <math.h>

static double odd(const double *x, int n, double by);

static double even(const double *x, int n, double by)
{
    if (n < 2)
        return n ? sin(x[0] * by) : by;
    int third = n / 3;
    double a = even(x, third, by * 0.5), b = odd(x + third, third, by + 0.25);
    double c = even(x + 2 * third, n - 2 * third - 1, b);
    return a * b + c * x[n - 1];
}

static double odd(const double *x, int n, double by)
{
    _Alignas(32) double kept[4] = {by, by * by, 1, 0.5};
    if (n < 1)
        return kept[1];
    for (int i = 0; i < n; i++)
        kept[i % 4] = kept[i % 4] * x[i] + kept[(i + 1) % 4];
    double a = even(x, n - 1, kept[0]), b = odd(x, n / 2, kept[1]), c = even(x, n / 2, kept[2]);
    return a * b * c + kept[3];
}

double f(const double *x, int n)
{
    return even(x, n, 0.75) + odd(x, n / 2, 1.25);
}
