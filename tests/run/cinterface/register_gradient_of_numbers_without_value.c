// Registered augmented functions of functions of numbers: without a value, with a tape or without.
#include <stdlib.h>
#include "near.h"

double __enzyme_autodiff(void *, ...);
struct two {
    double first, second;
};

struct two __enzyme_autodiff_value(void *, ...);
extern int enzyme_out, enzyme_primal_return;

__attribute__((noinline)) static double cube(double x) { return x * x * x; }
static void cube_augment(double x) { (void)x; }
static double cube_gradient(double x, double seed) { return 30 * x * x * seed; } // 30 for 3
void *__enzyme_register_gradient_cube[3] = {(void *)cube, (void *)cube_augment, (void *)cube_gradient};

__attribute__((noinline)) static double power(double x, int n) { return pow(x, n); }
static double *power_augment(double x, int n)
{
    double *tape = malloc(sizeof *tape);
    *tape = 10 * n * pow(x, n - 1); // 10 for 1
    return tape;
}
static double power_gradient(double x, int n, double seed, double *tape)
{
    (void)x, (void)n;
    double slope = *tape * seed;
    free(tape);
    return slope;
}
void *__enzyme_register_gradient_power[3] = {(void *)power, (void *)power_augment, (void *)power_gradient};

static double f(double x) { return cube(x) * x; }
static double g(double x)
{
    double s = 0;
    for (int n = 1; n < 4; n++) s += power(x, n) * x;
    return s;
}

int main(void)
{
    double x = 1.25;
    near("f", __enzyme_autodiff((void *)f, x), 31 * x * x * x);
    near("g", __enzyme_autodiff((void *)g, x), 11 * x + 21 * x * x + 31 * x * x * x);
    struct two found = __enzyme_autodiff_value((void *)f, enzyme_primal_return, enzyme_out, x);
    near("value", found.first, x * x * x * x), near("slope", found.second, 31 * x * x * x);
    return wrong;
}
