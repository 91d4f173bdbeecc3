// The bits of a number lie where everybody else counts.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, int which=0)
#include <string.h>

struct table {
    long count;
    double sum;
};

__attribute__((noinline)) static void put(char *to, double x)
{
    memcpy(to, &x, 8);
}

__attribute__((noinline)) static void add(struct table *t)
{
    t->count += 1;  // error: NoDerivative RZ203
}

double f(const double *x, int n, int which)
{
    struct table t = {1, 0}, u = {1, 0};
    double other[2] = {1, 2}, back;
    t.sum = x[0];
    put(which == 2 ? (char *)other : (char *)&t.count, x[0] * x[1]);
    add(&t);
    add(&u);
    memcpy(&back, which == 2 ? (char *)other : (char *)&t.count, 8);
    return back * x[2] + u.count + t.sum;
}
