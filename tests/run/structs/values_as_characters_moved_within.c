// Numbers and addresses in the characters of a struct, in an array whose elements change places.
// rz: double f(double x, double y, int n=6)
// needs: no tape
#include <string.h>
struct any { _Alignas(8) unsigned char held[8]; int tag; };
__attribute__((noinline)) static struct any number(double d) { struct any c; c.tag = 0; memcpy(c.held, &d, sizeof d); return c; }
__attribute__((noinline)) static struct any place(const double *p) { struct any c; c.tag = 1; memcpy(c.held, &p, sizeof p); return c; }
__attribute__((noinline)) static double value(const struct any *c)
{
    const double *place;
    double d;
    memcpy(&place, c->held, sizeof place);
    memcpy(&d, c->held, sizeof d);
    return c->tag ? *place * 0.5 : d;
}
double f(double x, double y, int n)
{
    double own = x * y;
    struct any v[3] = {number(x * x), place(&own), number(y)};
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct any first = v[i % 3];
        v[i % 3] = v[(i + 1) % 3];
        v[(i + 1) % 3] = first;
        s = s * 0.5 + value(&v[0]) * x + value(&v[2]);
        own += s * y;
    }
    return s;
}
