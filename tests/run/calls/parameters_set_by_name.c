// Parameters are set by pairs of a name and a number, as many as the caller likes.
// rz: double f(const double x[4] in, int n=6)
// also: n=0
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#define PARAMETERS(X) X(mass, 1.0) X(drag, 0.1) X(spring, 4.0) X(force, 0.0)
struct parameters {
#define X(name, value) double name;
    PARAMETERS(X)
#undef X
};
static const char *const names[] = {
#define X(name, value) #name,
    PARAMETERS(X)
#undef X
};
static const double usual[] = {
#define X(name, value) value,
    PARAMETERS(X)
#undef X
};

static int set(struct parameters *p, ...)
{
    int failure = 0;
    double *values = (double *)p;
    const char *name;
    va_list list;
    va_start(list, p);
    while ((name = va_arg(list, const char *))) {
        double v = va_arg(list, double);
        size_t i = 0, count = sizeof names / sizeof *names;
        while (i < count && strcmp(name, names[i]))
            i++;
        if (i == count) {
            failure = -EINVAL;
            break;
        }
        values[i] = v;
    }
    va_end(list);
    return failure;
}

double f(const double *x, int n)
{
    struct parameters p;
    memcpy(&p, usual, sizeof p);
    if (set(&p, "force", x[0] * 3, "mass", x[1], (char *)0))
        return -1;
    if (set(&p, "drag", x[2], "colour", x[3], (char *)0) != -EINVAL)
        return -2;
    double at = x[3], v = 0;
    for (int i = 0; i < n; i++) {
        v += 0.1 * (p.force - p.drag * v - p.spring * at) / p.mass;
        at += 0.1 * v;
        if (i == 2)
            set(&p, "spring", at * 3, (char *)0);
    }
    return at * at + v;
}
