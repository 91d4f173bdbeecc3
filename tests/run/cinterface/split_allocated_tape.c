// A tape in the caller's buffer, its size from augmentsize; two reverses from one forward.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_tape, enzyme_allocated, enzyme_nofree;
int __enzyme_augmentsize(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void f(double *x)
{
    for (int i = 0; i < 3; i++)
        x[i] *= x[i];
}

int main(void)
{
    double x[3] = {3, 4, 5}, dx[3] = {1, 1, 1};
    int size = __enzyme_augmentsize((void *)f, enzyme_dup);
    void *tape = malloc(size > 0 ? (size_t)size : 1);
    __enzyme_augmentfwd((void *)f, enzyme_allocated, size, enzyme_tape, tape, enzyme_dup, x, dx);
    near("x", x[2], 25);
    __enzyme_reverse((void *)f, enzyme_nofree, enzyme_allocated, size, enzyme_tape, tape, enzyme_dup, x, dx);
    near("dx", dx[0] + dx[1] + dx[2], 24);
    dx[0] = dx[1] = dx[2] = 2.0;
    __enzyme_reverse((void *)f, enzyme_allocated, size, enzyme_tape, tape, enzyme_dup, x, dx);
    near("dx again", dx[0] + dx[1] + dx[2], 48);
    free(tape);
    return wrong;
}
