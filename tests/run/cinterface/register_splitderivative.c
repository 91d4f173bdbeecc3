// __enzyme_register_splitderivative: a rule that reads its own tape forwards.
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree;
struct begun {
    void *tape;
    double result;
};
struct begun __enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);

__attribute__((noinline)) double cube(double x)
{
    return x * x * x;
}

struct kept {
    double tape, result;
};
static int asked;
static struct kept cube_augment(double x)
{
    struct kept k = {x, x * x * x};
    return k;
}
static double cube_split(double x, double dx, double tape)
{
    asked++;
    return 3 * tape * tape * dx;
}
void *__enzyme_register_splitderivative_cube[] = {(void *)cube, (void *)cube_augment, (void *)cube_split};

static double f(double x, double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        y[i] = y[i] * x;
        s += sin(y[i]);
        if (s > 100)
            break;
    }
    return s * x + cube(x) * s;
}

int main(void)
{
    double y[3] = {1, 2, 3}, dy[3] = {0, 0, 0}, x = 0.5, s = 0, e = 0;
    for (int i = 0; i < 3; i++) {
        s += sin(y[i] * x);
        e += cos(y[i] * x) * (y[i] + (i == 0) * x);
    }
    struct begun t = __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_dup, y, dy, enzyme_const, 3);
    near("result", t.result, s * x + x * x * x * s);
    for (int round = 0; round < 2; round++) {
        dy[0] = 1;
        dy[1] = dy[2] = 0;
        double d = round ? __enzyme_fwdsplit((void *)f, enzyme_dup, x, 1.0, enzyme_dup, y, dy, enzyme_const, 3, t.tape)
                         : __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, x, 1.0, enzyme_dup, y, dy, enzyme_const, 3, t.tape);
        near("tangent", d, s + x * e + 3 * x * x * s + x * x * x * e);
        near("tangent of y", dy[0], 1 * 1.0 + 0.5);
        near("tangent of y", dy[2], 3.0);
    }
    near("the rule was asked", asked, 2);
    return wrong;
}
