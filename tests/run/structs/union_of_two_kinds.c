// A union that is a float or a double, as a tag says, in scratch that was the other before.
// rz: double mixed(const double x[n] in, int n=6)
// also: n=0
// also: n=1
// tolerance: half
#include <stdlib.h>

struct item { int wide; union { float f; double d; } as; };

static double value(const struct item *i) { return i->wide ? i->as.d : i->as.f; }

double mixed(const double *x, int n)
{
    struct item *items = malloc(4 * sizeof *items);
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct item *at = items + (i * 2) % 4;
        at->wide = i % 3 == 0;
        if (at->wide)
            at->as.d = x[i] * x[i];
        else
            at->as.f = (float)x[i];
        at[1].wide = !at->wide;
        if (at[1].wide)
            at[1].as.d = value(at) + x[i];
        else
            at[1].as.f = (float)(value(at) * x[i]);
        s += value(at) * value(at + 1);
    }
    free(items);
    return s;
}
