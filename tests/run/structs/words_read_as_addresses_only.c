// Words of which the addresses are followed, while the numbers beside them are but written.
// rz: double f(double x, double y, double a, int n=6)
// needs: no tape
struct cell { int tag; union { double d; double *r; } u; };
static __attribute__((noinline)) struct cell number(double d) { struct cell c; c.tag = 0; c.u.d = d; return c; }
static __attribute__((noinline)) struct cell place(double *r) { struct cell c; c.tag = 1; c.u.r = r; return c; }
double f(double x, double y, double a, int n)
{
    double p[2] = {x * y, y}, s = a;
    struct cell v[3], c = number(a);
    for (int i = 0; i < 3; i++) v[i] = place(p + i % 2);
    for (int i = 0; i < n; i++) {
        if (v[i % 3].tag) s = s * 0.5 + *v[i % 3].u.r * a;
        c = i % 2 ? number(s) : i % 5 ? v[(i + 1) % 3] : c;
        v[i % 3] = c;
        if (v[(i + 1) % 3].tag) *v[(i + 1) % 3].u.r += s * 0.25;
    }
    return s;
}
