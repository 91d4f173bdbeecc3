// A result that is declared and never read may have any type.
#include "near.h"

extern int enzyme_dup, enzyme_const;
struct two {
    double first, second;
};
struct many {
    double v[5];
};
struct two __enzyme_autodiff_two(void *, ...);
struct many __enzyme_autodiff_many(void *, ...);
double __enzyme_autodiff_number(void *, ...);
int __enzyme_autodiff_int(void *, ...);
void *__enzyme_autodiff_pointer(void *, ...);
struct many __enzyme_fwddiff_many(void *, ...);

static void square(double *x) { *x *= *x; }
static double cube(double x) { return x * x * x; }

int main(void)
{
    double x[6] = {3, 3, 3, 3, 3, 3}, dx[6] = {1, 1, 1, 1, 1, 1};
    struct two two = __enzyme_autodiff_two((void *)square, enzyme_dup, x, dx);
    struct many many = __enzyme_autodiff_many((void *)square, enzyme_dup, x + 1, dx + 1);
    double number = __enzyme_autodiff_number((void *)square, enzyme_dup, x + 2, dx + 2);
    __enzyme_autodiff_int((void *)square, enzyme_dup, x + 3, dx + 3);
    __enzyme_autodiff_pointer((void *)square, enzyme_dup, x + 4, dx + 4);
    __enzyme_fwddiff_many((void *)square, enzyme_dup, x + 5, dx + 5);
    __enzyme_autodiff_two((void *)cube, 2.0);
    (void)sizeof(two), (void)sizeof(many), (void)sizeof(number);
    for (int k = 0; k < 6; k++) near("value", x[k], 9), near("slope", dx[k], 6);
    struct two read = __enzyme_autodiff_two((void *)cube, enzyme_const, 2.0);
    double other = __enzyme_autodiff_number((void *)cube, 2.0);
    struct two copy = {other, other}, kept = copy;
    near("read", kept.second, 12);
    (void)sizeof(read);
    return wrong;
}
