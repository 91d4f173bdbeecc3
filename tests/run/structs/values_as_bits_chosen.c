// Numbers and addresses as the bits of an integer, chosen between and looked through in a loop.
// rz: double f(double x, double y, int n=6)
// needs: no tape
#include <stdint.h>
#include <string.h>
struct word { uint64_t bits; int tag; };
static struct word number(double d) { struct word c; c.tag = 0; memcpy(&c.bits, &d, sizeof d); return c; }
static struct word place(const double *p) { struct word c; c.tag = 1; memcpy(&c.bits, &p, sizeof p); return c; }
static struct word other(const struct word *p) { struct word c; c.tag = 2; memcpy(&c.bits, &p, sizeof p); return c; }
__attribute__((noinline)) static double value(struct word c)
{
    const struct word *next;
    const double *place;
    double d;
    while (c.tag == 2) {
        memcpy(&next, &c.bits, sizeof next);
        c = *next;
    }
    memcpy(&d, &c.bits, sizeof d);
    memcpy(&place, &c.bits, sizeof place);
    return c.tag ? *place * 0.5 : d;
}
double f(double x, double y, int n)
{
    double own = x * y;
    struct word v[4] = {number(x), place(&own), number(0.75), number(y)};
    struct word w[2] = {other(&v[1]), other(&v[0])}, at = v[3];
    double s = 0;
    for (int i = 0; i < n; i++) {
        s = s * 0.5 + value(i % 3 ? v[i % 4] : w[i % 2]) * x;
        at = s > y ? w[i % 2] : number(value(at) * 0.75 + s);
        if (v[i % 4].tag == 0) v[i % 4] = number(value(v[i % 4]) * value(at));
        own += s;
    }
    return s + value(at) + value(v[2]);
}
