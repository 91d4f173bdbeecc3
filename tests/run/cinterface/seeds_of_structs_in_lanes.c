// Several directions at once of functions that return structs: a seed for each lane, or one for all.
#include <complex.h>
#include "near.h"

extern int enzyme_width, enzyme_out, enzyme_dup;
struct lanes {
    double of[2];
};
struct lanes __enzyme_autodiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
struct lanes __enzyme_reverse(void *, ...);

struct pair {
    double x, y;
};
struct counted {
    double x;
    long n;
};
struct narrow {
    float x, y;
};
struct three {
    double x, y, z;
};

static struct pair pair(double x)
{
    return (struct pair){x * x, x * x * x};
}
static struct counted counted(double x)
{
    return (struct counted){x * x, 7};
}
static struct narrow narrow(double x)
{
    return (struct narrow){(float)(x * x), (float)(5 * x)};
}
static struct three three(double x)
{
    return (struct three){x * x, 2 * x, x * x * x};
}
static double _Complex turn(double x)
{
    return x * x + I * 3 * x;
}

static void expect(const char *what, struct lanes found, double first, double second)
{
    near(what, found.of[0], first);
    near(what, found.of[1], second);
}

int main(void)
{
    struct pair a = {1, 2}, b = {0, 10};
    struct counted c = {1, 5}, d = {3, 8};
    struct narrow e = {1, 2}, f = {3, 4};
    struct three g = {1, 10, 100}, h = {0, 1, 2};
    double _Complex u = 1 + 2 * I, v = 4 * I;
    double x = 3;
    expect("pair", __enzyme_autodiff((void *)pair, enzyme_width, 2, enzyme_out, x, a, b), 6 + 54, 270);
    expect("one for all", __enzyme_autodiff((void *)pair, enzyme_width, 2, enzyme_out, x, a), 60, 60);
    expect("none", __enzyme_autodiff((void *)pair, enzyme_width, 2, enzyme_out, x), 33, 33);
    expect("counted", __enzyme_autodiff((void *)counted, enzyme_width, 2, enzyme_out, x, c, d), 6, 18);
    expect("narrow", __enzyme_autodiff((void *)narrow, enzyme_width, 2, enzyme_out, x, e, f), 6 + 10, 18 + 20);
    expect("three", __enzyme_autodiff((void *)three, enzyme_width, 2, enzyme_out, x, g, h), 6 + 20 + 2700, 2 + 54);
    expect("complex", __enzyme_autodiff((void *)turn, enzyme_width, 2, enzyme_out, x, u, v), 6 + 6, 12);
    void *tape = __enzyme_augmentfwd((void *)pair, enzyme_width, 2, enzyme_out, x);
    expect("split", __enzyme_reverse((void *)pair, enzyme_width, 2, enzyme_out, x, a, b, tape), 60, 270);
    return wrong;
}
