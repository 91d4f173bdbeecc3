// Structs of a tag and a word, in registers: each way of a choice calls for one.
// rz: double f(double x, double y, int n=6)
// needs: no tape
struct cell { int tag; union { double d; double *r; long i; } u; };
__attribute__((noinline)) static struct cell number(double d) { struct cell c; c.tag = 0; c.u.d = d; return c; }
__attribute__((noinline)) static struct cell place(double *r) { struct cell c; c.tag = 1; c.u.r = r; return c; }
__attribute__((noinline)) static struct cell count(long i) { struct cell c; c.tag = 2; c.u.i = i; return c; }
__attribute__((noinline)) static double value(struct cell c)
{
    return c.tag == 0 ? c.u.d : c.tag == 1 ? *c.u.r * 0.5 : 0.125 * c.u.i;
}
double f(double x, double y, int n)
{
    double own = x * y;
    struct cell v[3], c = number(y);
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct cell now;
        switch (i % 3) {
        case 0: now = count(i); break;
        case 1: now = place(&own); break;
        default: now = number(s + x); break;
        }
        v[i % 3] = now;
        c = s > y ? now : i % 2 ? number(value(c) * x) : place(&own);
        s = s * 0.5 + value(v[i % 2]) * y + value(c);
        own += s * 0.25;
    }
    return s;
}
