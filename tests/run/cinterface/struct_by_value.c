// Structs by value: the derivative of an unmarked struct argument is a struct of its shape.
#include "near.h"

struct point {
    double x, y;
};
struct point __enzyme_autodiff_small(void *, ...);
struct big {
    double v[4];
};
extern int enzyme_dup;
void __enzyme_autodiff_big(void *, ...);

__attribute__((noinline)) static double f(struct point p)
{
    return p.x * p.x * p.y;
}

__attribute__((noinline)) static double g(const struct big *b)
{
    struct big copy = *b;
    double s = 1.0;
    for (int i = 0; i < 4; i++)
        s *= copy.v[i];
    return s;
}

int main(void)
{
    struct point p = {1.5, -2.0};
    struct point d = __enzyme_autodiff_small((void *)f, p);
    near("d.x", d.x, 2 * 1.5 * -2.0);
    near("d.y", d.y, 2.25);
    struct big b = {{1, 2, 3, 4}}, db = {{0, 0, 0, 0}};
    __enzyme_autodiff_big((void *)g, enzyme_dup, &b, &db);
    for (int i = 0; i < 4; i++)
        near("db", db.v[i], 24.0 / b.v[i]);
    return wrong;
}
