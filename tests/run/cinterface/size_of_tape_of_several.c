// The size of a tape is asked for with a marker for each argument, whatever they are.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_const, enzyme_width;
extern int enzyme_tape, enzyme_allocated, enzyme_not_overwritten;
int __enzyme_augmentsize(void *, ...);
void __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
struct lanes {
    double of[2];
};
struct lanes __enzyme_reverse_lanes(void *, ...);

static double squares(double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        x[i] = x[i] * x[i];
        s += x[i] * x[i];
    }
    return s;
}
static double scaled(const double *x, int n, double by, double *y)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        y[i] = exp(x[i] * by);
        s += y[i] * y[i];
    }
    return s;
}

int main(void)
{
    int size = __enzyme_augmentsize((void *)squares, enzyme_dup, enzyme_const);
    void *tape = malloc((size_t)size);
    double x[3] = {1, 2, 3}, dx[3] = {0};
    near("there is something to keep", size > 0, 1);
    __enzyme_augmentfwd((void *)squares, enzyme_allocated, size, enzyme_tape, tape, enzyme_dup, x, dx, enzyme_const, 3);
    __enzyme_reverse((void *)squares, enzyme_allocated, size, enzyme_tape, tape, enzyme_dup, x, dx, enzyme_const, 3, 1.0);
    near("squares", dx[2], 4 * 27);
    free(tape);

    double p[2] = {0.5, 0.25}, dp[2] = {0}, y[2], dy[2] = {0}, by = 1.5;
    size = __enzyme_augmentsize((void *)scaled, enzyme_not_overwritten, enzyme_dup, enzyme_const, enzyme_out, enzyme_dupnoneed);
    tape = malloc((size_t)size);
    __enzyme_augmentfwd((void *)scaled, enzyme_allocated, size, enzyme_tape, tape, enzyme_not_overwritten, enzyme_dup, p, dp,
                        enzyme_const, 2, enzyme_out, by, enzyme_dupnoneed, y, dy);
    double d = __enzyme_reverse((void *)scaled, enzyme_allocated, size, enzyme_tape, tape, enzyme_not_overwritten, enzyme_dup, p, dp,
                                enzyme_const, 2, enzyme_out, by, enzyme_dupnoneed, y, dy, 1.0);
    near("by", d, 2 * (p[0] * exp(2 * p[0] * by) + p[1] * exp(2 * p[1] * by)));
    near("x", dp[1], 2 * by * exp(2 * p[1] * by));
    free(tape);

    double a[2] = {0, 0}, b[2] = {0, 0}, da[2] = {0}, db[2] = {0};
    size = __enzyme_augmentsize((void *)scaled, enzyme_width, 2, enzyme_dup, enzyme_const, enzyme_out, enzyme_dup);
    tape = malloc((size_t)size);
    __enzyme_augmentfwd((void *)scaled, enzyme_allocated, size, enzyme_tape, tape, enzyme_width, 2, enzyme_dup, p, a, b,
                        enzyme_const, 2, enzyme_out, by, enzyme_dup, y, da, db);
    struct lanes two = __enzyme_reverse_lanes((void *)scaled, enzyme_allocated, size, enzyme_tape, tape, enzyme_width, 2, enzyme_dup,
                                              p, a, b, enzyme_const, 2, enzyme_out, by, enzyme_dup, y, da, db, 1.0, 3.0);
    near("first lane", two.of[0], d);
    near("second lane", two.of[1], 3 * d);
    near("x, second lane", b[1], 3 * dp[1]);
    free(tape);
    return wrong;
}
