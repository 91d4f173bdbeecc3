// Addresses of variables of the program, kept in members that are integers, beside numbers.
// rz: double f(double x, double y, int n=6)
// needs: no tape
#include <stdint.h>
struct spot { int tag; union { double number; double *place; } as; };
struct word { uintptr_t bits; int tag; };
static double own[3];
__attribute__((noinline)) static struct spot place(double *p) { struct spot c; c.tag = 1; c.as.place = p; return c; }
__attribute__((noinline)) static struct spot number(double d) { struct spot c; c.tag = 0; c.as.number = d; return c; }
__attribute__((noinline)) static double value(struct spot c) { return c.tag ? *c.as.place * 0.5 : c.as.number; }
double f(double x, double y, int n)
{
    struct spot v[2] = {place(own + 1), number(0.75)}, at = v[0];
    struct word w[2] = {{(uintptr_t)&own[2], 0}, {(uintptr_t)own, 1}};
    double s = 0;
    for (int i = 0; i < 3; i++) own[i] = x * (i + 1);
    for (int i = 0; i < n; i++) {
        if (v[i % 2].tag == 0) v[i % 2].as.number = v[i % 2].as.number * 0.5 + x * y;
        else *v[i % 2].as.place *= y;
        *(double *)w[i % 2].bits += s * x;
        at = i == 4 ? at : v[i % 2];
        s = s * 0.5 + value(at) * y + *(double *)w[(i + 1) % 2].bits;
    }
    return s + value(v[0]) + own[0] + own[2];
}
