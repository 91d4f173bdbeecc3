// enzyme_not_overwritten: what stays as it is between the halves is not kept on the tape.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_not_overwritten;
int __enzyme_augmentsize(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void kept(const double *restrict x, double *restrict y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] * x[i];
}

static void gone(const double *restrict x, double *restrict y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] * x[i];
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0}, y[4], dy[4] = {1, 1, 1, 1};
    void *t = __enzyme_augmentfwd((void *)kept, enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 4);
    if (t) {
        fprintf(stderr, "something was kept\n");
        wrong++;
    }
    __enzyme_reverse((void *)kept, enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 4, t);
    near("dx3", dx[3], 48.0);

    dx[3] = 0;
    for (int i = 0; i < 4; i++)
        dy[i] = 1;
    t = __enzyme_augmentfwd((void *)gone, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 4);
    if (!t) {
        fprintf(stderr, "nothing was kept\n");
        wrong++;
    }
    x[3] = 100;
    __enzyme_reverse((void *)gone, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 4, t);
    near("dx3 of what was", dx[3], 48.0);
    return wrong;
}
