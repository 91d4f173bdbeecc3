// A word that leads to another cell or to a number: what lies behind the number is no tag.
// rz: double f(double x[6] inout, double y, int n=6)
// needs: no tape
#include <stdint.h>
#include <string.h>
struct word { uint64_t bits; int tag; };
static struct word number(double d) { struct word c; c.tag = 0; memcpy(&c.bits, &d, sizeof d); return c; }
static struct word at(struct word *p) { struct word c; c.tag = 1; memcpy(&c.bits, &p, sizeof p); return c; }
static struct word place(double *p) { struct word c; c.tag = 2; memcpy(&c.bits, &p, sizeof p); return c; }
__attribute__((noinline)) static void swap(struct word *a, struct word *b) { struct word t = *a; *a = *b; *b = t; }
__attribute__((noinline)) static double value(struct word c)
{
    double d, *r;
    struct word *p;
    while (c.tag == 1) {
        memcpy(&p, &c.bits, sizeof p);
        c = *p;
    }
    memcpy(&d, &c.bits, sizeof d);
    memcpy(&r, &c.bits, sizeof r);
    return c.tag ? *r * 0.5 : d;
}
double f(double *x, double y, int n)
{
    struct word own[2] = {number(x[0] * y), place(x + 1)};
    struct word v[4] = {at(own), number(y), place(x + 3), at(own + 1)};
    double s = 0;
    for (int i = 0; i < n; i++) {
        swap(v + i % 4, v + (i + 1) % 4);
        s = s * 0.5 + value(v[i % 3]) * y;
        if (v[i % 4].tag == 2) x[3] += s;
        else if (v[i % 4].tag == 0) v[i % 4] = number(s);
    }
    return s;
}
