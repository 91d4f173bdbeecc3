// Split mode: the augmented forward returns a tape, the input is overwritten, then the reverse runs.
#include "near.h"

extern int enzyme_dup, enzyme_const;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void f(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] * sin(x[i]);
}

int main(void)
{
    double x[3] = {0.2, 0.9, 1.4}, start[3] = {0.2, 0.9, 1.4}, dx[3] = {1, 2, 3};
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    for (int i = 0; i < 3; i++) {
        near("x", x[i], start[i] * sin(start[i]));
        x[i] = -7.0;
    }
    __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, 3, tape);
    for (int i = 0; i < 3; i++)
        near("dx", dx[i], (i + 1) * (sin(start[i]) + start[i] * cos(start[i])));
    return wrong;
}
