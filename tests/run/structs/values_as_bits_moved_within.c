// Numbers and addresses as the bits of an integer, in an array whose elements are moved within it.
// rz: double f(double x, double y, int n=6)
// needs: no tape
#include <stdint.h>
#include <string.h>
struct word { uint64_t bits; int tag; };
__attribute__((noinline)) static struct word number(double d) { struct word c; c.tag = 0; memcpy(&c.bits, &d, sizeof d); return c; }
__attribute__((noinline)) static struct word place(const double *p) { struct word c; c.tag = 1; memcpy(&c.bits, &p, sizeof p); return c; }
__attribute__((noinline)) static double value(struct word c)
{
    const double *place;
    double d;
    memcpy(&d, &c.bits, sizeof d);
    memcpy(&place, &c.bits, sizeof place);
    return c.tag ? *place * 0.5 : d;
}
double f(double x, double y, int n)
{
    double own = x * y;
    struct word v[4] = {number(x), place(&own), number(y * y), place(&own)};
    double s = 0;
    for (int i = 0; i < n; i++) {
        memmove(v + 1, v, 3 * sizeof *v);
        v[0] = v[3];
        s = s * 0.5 + value(v[i % 4]) * x;
        if (v[i % 4].tag == 0) v[i % 4] = number(s + y);
        own += s;
    }
    return s + value(v[2]);
}
