// The seed of a struct is a struct, wherever the ABI puts it: registers, memory, memory for want of registers.
#include <complex.h>
#include "near.h"

struct two { double a, b; };
struct three { double a, b, c; };
struct eight { double d[8]; };
extern double __enzyme_autodiff(void *, ...);
extern struct eight __enzyme_autodiff_all(void *, ...);

static struct two pair(double x)
{
    struct two made = {x * x, 2 * x};
    return made;
}

static struct three triple(double x)
{
    struct three made = {x * x, 2 * x, x * x * x};
    return made;
}

static struct two crowded(double a, double b, double c, double d,
                          double e, double f, double g, double h)
{
    struct two made = {a * b * c * d, e * f * g * h};
    return made;
}

static double _Complex turn(double x)
{
    return x * x + I * 3 * x;
}

int main(void)
{
    struct two s = {3, 5};
    struct three t = {1, 10, 100};
    double _Complex q = 3 + 5 * I;
    near("pair", __enzyme_autodiff((void *)pair, 2.0, s), 22);
    near("triple", __enzyme_autodiff((void *)triple, 2.0, t), 1224);
    struct eight w = __enzyme_autodiff_all((void *)crowded, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, s);
    near("crowded a", w.d[0], 72);
    near("crowded e", w.d[4], 1680);
    near("turn", __enzyme_autodiff((void *)turn, 2.0, q), 27);
    return wrong;
}
