// Blocks that variables of the program get in a derivative, and go on with: their shadows end with the call,
// unless the caller has been told of them.
#include <malloc.h>
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

double *grown, *replaced, *told;

static double grow(double x, int n)
{
    grown = realloc(grown, n * sizeof *grown);
    double s = 0;
    for (int i = 0; i < n; i++) {
        grown[i] = i * x * x;
        s += grown[i];
    }
    return s;
}

static double replace(double x, int n)
{
    if (replaced)
        free(replaced);
    replaced = malloc(n * sizeof *replaced);
    replaced[0] = x;
    for (int i = 1; i < n; i++)
        replaced[i] = replaced[i - 1] * x;
    return replaced[n - 1];
}

struct report {
    double *values;
};
static double report(double x, int n, struct report *r)
{
    told = malloc(n * sizeof *told);
    for (int i = 0; i < n; i++)
        told[i] = x * x * i;
    r->values = told;
    return told[n - 1];
}

static void compare(const char *what, double back, double forward, double expected)
{
    near(what, back, expected);
    near(what, forward, expected);
}

#define BACK(f) __enzyme_autodiff((void *)f, enzyme_out, x, enzyme_const, n)
#define FORWARD(f) __enzyme_fwddiff((void *)f, enzyme_dup, x, 1.0, enzyme_const, n)
#define HALVES(f) __enzyme_reverse((void *)f, enzyme_out, x, enzyme_const, n, 1.0, __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_const, n))

int main(void)
{
    double x = 1.25;
    int n = 40;
    compare("grow", BACK(grow), FORWARD(grow), 2 * x * n * (n - 1) / 2);
    compare("replace", BACK(replace), FORWARD(replace), n * pow(x, n - 1));
    near("grow, in halves", HALVES(grow), 2 * x * n * (n - 1) / 2);
    near("replace, in halves", HALVES(replace), n * pow(x, n - 1));
    size_t before = 0;
    for (int i = 0; i < 60; i++) {
        if (i == 10) // the allocator's own caches are full
            before = mallinfo2().uordblks;
        BACK(grow), FORWARD(grow), HALVES(grow), BACK(replace), FORWARD(replace), HALVES(replace);
    }
    near("live heap", (double)mallinfo2().uordblks, (double)before);
    struct report r = {0}, d = {0};
    near("report", __enzyme_fwddiff((void *)report, enzyme_dup, x, 1.0, enzyme_const, n, enzyme_dup, &r, &d), 2 * x * (n - 1));
    near("its block", r.values[3], 3 * x * x);
    near("the shadow of its block", d.values[3], 6 * x);
    return wrong;
}
