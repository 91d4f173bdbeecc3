// A double is a number, or the bits of an address: a tag beside it says which, and both go through functions.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, int k=1)
// also: k=0
// also: n=1, k=0
// needs: no tape
#include <string.h>

struct pair { double a, b; };

__attribute__((noinline)) static double word(const double *x, int i, int place)
{
    double d = x[i] * x[0];
    if (place) {
        const double *p = x + i;
        memcpy(&d, &p, sizeof d);
    }
    return d;
}

__attribute__((noinline)) static struct pair turned(double a, double b)
{
    struct pair p = {b, a};
    return p;
}

__attribute__((noinline)) static double read(double d, int place)
{
    if (place) {
        const double *p;
        memcpy(&p, &d, sizeof p);
        return *p;
    }
    return d * 0.5;
}

double f(const double *x, int n, int k)
{
    double s = 1;
    for (int i = 0; i < n; i++) {
        int one = (i + k) % 2, other = (i + k) % 3 == 0;
        struct pair p = turned(word(x, i, one), word(x, n - 1 - i, other));
        s = s * read(p.b, one) + read(p.a, other) * x[i];
    }
    return s;
}
