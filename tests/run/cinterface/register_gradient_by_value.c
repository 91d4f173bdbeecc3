// A registered rule for a function of doubles by value, with a tape.
#include <stdlib.h>
#include "near.h"

struct augmented {
    void *tape;
    double value;
};
struct grads {
    double a, b;
};
struct grads __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static double blend(double a, double b)
{
    return a * a * b;
}

static struct augmented blend_augment(double a, double b)
{
    double *tape = malloc(sizeof *tape);
    *tape = 2 * a * b;
    return (struct augmented){tape, a * a * b};
}

static struct grads blend_gradient(double a, double b, double seed, void *tape)
{
    (void)b;
    struct grads g = {seed * *(double *)tape, seed * a * a};
    free(tape);
    return g;
}

void *__enzyme_register_gradient_blend[3] = {(void *)blend, (void *)blend_augment, (void *)blend_gradient};

static double f(double x, double y)
{
    return sin(blend(x, y)) + x;
}

int main(void)
{
    double x = 0.6, y = 1.4;
    struct grads g = __enzyme_autodiff((void *)f, x, y);
    near("dx", g.a, cos(x * x * y) * 2 * x * y + 1);
    near("dy", g.b, cos(x * x * y) * x * x);
    return wrong;
}
