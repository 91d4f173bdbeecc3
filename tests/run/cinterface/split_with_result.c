// Split mode with an active result: the reverse call takes its differential before the tape.
#include "near.h"

struct augmented {
    void *tape;
    double value;
};
extern int enzyme_dup, enzyme_const, enzyme_out;
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

static double f(const double *x, int n, double k)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += exp(k * x[i]);
    return s;
}

int main(void)
{
    double x[2] = {0.3, -0.4}, dx[2] = {0, 0}, k = 1.2;
    struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, 2, enzyme_out, k);
    near("value", a.value, exp(k * 0.3) + exp(-k * 0.4));
    double dk = __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, 2, enzyme_out, k, 3.0, a.tape);
    near("dk", dk, 3 * (0.3 * exp(k * 0.3) - 0.4 * exp(-k * 0.4)));
    near("dx0", dx[0], 3 * k * exp(k * 0.3));
    near("dx1", dx[1], 3 * k * exp(-k * 0.4));
    return wrong;
}
