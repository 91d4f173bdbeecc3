// The bits of an address are a double: handed to a function, chosen, given back, read and changed there.
// rz: double f(const double x[n] in, int n=4, int k=1)
// also: k=0
// also: n=2, k=3
// needs: no tape
#include <string.h>

__attribute__((noinline)) static double bits_of(double *p)
{
    double d;
    memcpy(&d, &p, sizeof d);
    return d;
}

__attribute__((noinline)) static double chosen(double a, double b, int k)
{
    return k % 2 ? a : b;
}

__attribute__((noinline)) static double changed(double bits, double by)
{
    double *p;
    memcpy(&p, &bits, sizeof p);
    *p = *p * by;
    return bits;
}

__attribute__((noinline)) static double value(double bits)
{
    double *p;
    memcpy(&p, &bits, sizeof p);
    return *p;
}

double f(const double *x, int n, int k)
{
    double one = 1, other = 2, s = 0;
    for (int i = 0; i < n; i++) {
        double d = chosen(bits_of(&one), bits_of(&other), k + i);
        d = changed(d, x[i]);
        s += value(d) * x[n - 1 - i] + one * other;
    }
    return s;
}
