// __enzyme_fwdsplit: tangents from the tape of an augmented forward, inputs gone meanwhile.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_tape, enzyme_allocated, enzyme_nofree;
int __enzyme_augmentsize(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void __enzyme_fwdsplit(void *, ...);

static void f(const double *x, double *y)
{
    y[0] = x[0] * x[0] * x[1];
    y[1] = sin(x[1]) * x[0];
}

int main(void)
{
    double x[2] = {1.5, 0.7}, y[2], dx[2] = {1, 0}, dy[2] = {0, 0};
    int size = __enzyme_augmentsize((void *)f, enzyme_dup, enzyme_dup);
    void *tape = malloc(size > 0 ? (size_t)size : 1);
    __enzyme_augmentfwd((void *)f, enzyme_allocated, size, enzyme_tape, tape, enzyme_nofree, enzyme_dup, x, dx, enzyme_dup, y, dy);
    for (int k = 0; k < 2; k++) {
        dx[0] = k == 0;
        dx[1] = k == 1;
        __enzyme_fwdsplit((void *)f, enzyme_allocated, size, enzyme_tape, tape, enzyme_nofree, enzyme_dup, x, dx, enzyme_dup, y, dy);
        near("dy0", dy[0], k ? 1.5 * 1.5 : 2 * 1.5 * 0.7);
        near("dy1", dy[1], k ? 1.5 * cos(0.7) : sin(0.7));
    }
    free(tape);
    return wrong;
}
