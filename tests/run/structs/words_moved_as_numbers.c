// Cells of numbers or addresses whose words a function moves as numbers.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
union value { double d; double *p; };
struct cell { int kind; union value v; };
__attribute__((noinline)) static void move(double *to, const double *from) { *to = *from; }
double f(const double *x, int n)
{
    double cells[16]; struct cell a[16], b[16];
    for (int i = 0; i < n; i++) { cells[i] = x[i] * x[i]; a[i].kind = i % 2; if (i % 2) a[i].v.p = &cells[i]; else a[i].v.d = 3 * x[i]; }
    for (int i = 0; i < n; i++) { b[i].kind = a[i].kind; move(&b[i].v.d, &a[i].v.d); }
    double s = 0;
    for (int i = 0; i < n; i++) s += (i + 1) * (b[i].kind ? *b[i].v.p : b[i].v.d);
    return s;
}
