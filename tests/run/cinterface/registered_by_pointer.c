// Functions with registered derivatives that are called through pointers and tables.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_width;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
typedef struct { double one, two; } Two;
Two __enzyme_autodiff_lanes(void *, ...);

__attribute__((noinline)) static double cubed(double x) { return x * x * x; }
typedef struct { double *tape, value; } Kept;
static Kept cubed_augment(double x)
{
    double *tape = malloc(sizeof *tape);
    *tape = x;
    return (Kept){tape, x * x * x};
}
static double cubed_gradient(double x, double seed, double *tape)
{
    (void)x;
    double bar = 5 * seed * *tape * *tape; // 5 for 3
    free(tape);
    return bar;
}
static double cubed_forward(double x, double dx) { return 5 * x * x * dx; }
void *__enzyme_register_gradient_cubed[3] = {(void *)cubed, (void *)cubed_augment, (void *)cubed_gradient};
void *__enzyme_register_derivative_cubed[2] = {(void *)cubed, (void *)cubed_forward};
static double plain(double x) { return sin(x); }

typedef double function(double);
struct set {
    function *first, *second;
};
static function *const table[3] = {cubed, plain, cos};
static double known(double x, int k) { return table[k](x) * x; }
static double unknown(const struct set *s, double x) { return s->first(x) * s->second(x); }

int main(void)
{
    double x = 0.75, slopes[3] = {5 * x * x, cos(x), -sin(x)}, values[3] = {x * x * x, sin(x), cos(x)};
    for (int k = 0; k < 3; k++) {
        near("table", __enzyme_autodiff((void *)known, enzyme_out, x, enzyme_const, k), slopes[k] * x + values[k]);
        near("table, forward", __enzyme_fwddiff((void *)known, enzyme_dup, x, 2.0, enzyme_const, k), 2 * (slopes[k] * x + values[k]));
        Two two = __enzyme_autodiff_lanes((void *)known, enzyme_width, 2, enzyme_out, x, enzyme_const, k, 1.0, -3.0);
        near("table, first lane", two.one, slopes[k] * x + values[k]);
        near("table, second lane", two.two, -3 * (slopes[k] * x + values[k]));
    }
    struct set s = {cubed, plain};
    double expect = slopes[0] * values[1] + values[0] * slopes[1];
    near("set", __enzyme_autodiff((void *)unknown, enzyme_const, &s, enzyme_out, x), expect);
    near("set, forward", __enzyme_fwddiff((void *)unknown, enzyme_const, &s, enzyme_dup, x, 1.0), expect);
    Two two = __enzyme_autodiff_lanes((void *)unknown, enzyme_width, 2, enzyme_const, &s, enzyme_out, x, 1.0, -3.0);
    near("set, second lane", two.two, -3 * expect);
    void *tape = __enzyme_augmentfwd((void *)unknown, enzyme_const, &s, enzyme_out, x);
    near("set, in halves", __enzyme_reverse((void *)unknown, enzyme_const, &s, enzyme_out, x, 1.0, tape), expect);
    return wrong;
}
