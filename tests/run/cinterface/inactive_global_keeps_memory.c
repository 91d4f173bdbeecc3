// Memory of before the call may be written and read again where its global is marked inactive.
#include <math.h>
#include <stdlib.h>

double __enzyme_autodiff(void *, ...);
extern int enzyme_const;

double *seen, *last;
void *__enzyme_inactive_global_seen = &seen, *__enzyme_inactive_global_last = &last;

__attribute__((noinline)) double f(double x)
{
    seen[0] = x;
    return x * x + last[0];
}

int main(void)
{
    seen = last = calloc(4, sizeof(double));
    int wrong = 0;
    for (int i = 1; i < 4; i++) {
        double x = 0.5 * i;
        wrong += fabs(__enzyme_autodiff((void *)f, x) - 2 * x) > 1e-12;
    }
    free(seen);
    return wrong;
}
