// Words with addresses and numbers, copied and chosen between; what is read of them is overwritten.
// rz: double f(double x, double y, double a, int n=5)
// needs: no tape
#include <math.h>
struct cell { int tag; union { double d; double *r; long i; } u; };
static __attribute__((noinline)) struct cell number(double d) { struct cell c; c.tag = 0; c.u.d = d; return c; }
static __attribute__((noinline)) struct cell place(double *r) { struct cell c; c.tag = 3; c.u.r = r; return c; }
static __attribute__((noinline)) struct cell at(struct cell *p) { return *p; }
static __attribute__((noinline)) double value(struct cell c) { return c.tag == 0 ? c.u.d : c.tag == 2 ? 0.125 * c.u.i : *c.u.r * 0.5; }
static __attribute__((noinline)) double of(double *p, double u, int n)
{
    double d = 0, e = 0;
    for (int i = n; i > 0; --i) {
        d = u;
        struct cell v[2] = {number(u), place(p + 1)}, c = v[i % 2];
        for (int k = 0; k < 5; ++k) {
            if (c.tag == 0) {
                v[0] = c;
                c = at(v);
            }
        }
        e += tanh(value(c));
        int k = -1;
        do {
            ++k;
            d = sin(d) * 1.0625;
            double y = p[(i + 1) % 2];
            for (int m = 0; m < 25; ++m) {
                if (fabs(y) < 1e-3) break;
                y -= y * 0.25;
            }
            e = y;
        } while (k + 1 < 5 && 1.08 < p[i % 2]);
    }
    return d - e;
}
double f(double x, double y, double a, int n)
{
    double p[2] = {x, y};
    return tanh(of(p, a, n)) + a * x * y;
}
