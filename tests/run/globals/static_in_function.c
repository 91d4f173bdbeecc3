// Function-local statics: a memo that is always rewritten first, and a constant cache flag.
// rz: double memo(const double x[n] in, int n=7)
// also: n=0
#include <math.h>

static double slow(double v)
{
    static double last_in, last_out;
    last_in = v;
    last_out = exp(-last_in) * last_in;
    return last_out + last_in;
}

static double scale(void)
{
    static int ready;
    static double table[3];
    if (!ready) {
        for (int i = 0; i < 3; i++)
            table[i] = 1.0 / (i + 1);
        ready = 1;
    }
    return table[0] + table[1] * table[2];
}

double memo(const double *x, int n)
{
    double s = 0.5;
    for (int i = 0; i < n; i++)
        s += slow(x[i]) * scale() * slow(s);
    return s;
}
