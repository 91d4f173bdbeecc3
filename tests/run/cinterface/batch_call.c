// __enzyme_batch: four values at once, one argument the same for all.
#include "near.h"

struct four {
    double v[4];
};
extern int enzyme_width, enzyme_vector, enzyme_scalar;
struct four __enzyme_batch(void *, ...);

static double f(double x, double y)
{
    return x > 0.0 ? x * x + y : sin(x) * y;
}

int main(void)
{
    double x[4] = {1.0, -0.5, 2.0, -3.0};
    struct four r = __enzyme_batch((void *)f, enzyme_width, 4, enzyme_vector, x[0], x[1], x[2], x[3], enzyme_scalar, 0.7);
    for (int i = 0; i < 4; i++)
        near("lane", r.v[i], f(x[i], 0.7));
    return wrong;
}
