// __enzyme_virtualreverse of functions that take and return structs, however C passes them.
#include <complex.h>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwdsplit(void *, ...);
void *__enzyme_virtualreverse(void *);

struct pair {
    double x, y;
};
struct narrow {
    float x, y;
};
struct counted {
    double x;
    long n;
};
struct span {
    double *at;
    long n;
};
struct large {
    double v[4];
    long n;
};

struct calls {
    struct pair (*turn)(struct pair, double);
    struct narrow (*narrowed)(struct narrow);
    struct counted (*count)(double, long);
    struct span (*part)(struct span, long);
    double (*use)(struct large, double);
    struct large (*make)(const double *, double);
    double _Complex (*square)(double _Complex);
};

static struct pair turn(struct pair p, double by)
{
    return (struct pair){p.x * cos(by) - p.y * sin(by), p.x * sin(by) + p.y * cos(by)};
}
static struct narrow narrowed(struct narrow p)
{
    return (struct narrow){p.x * p.y, p.x + p.y * p.y};
}
static struct counted count(double x, long n)
{
    double s = 1;
    for (long i = 0; i < n; i++)
        s *= x;
    return (struct counted){s, n + 1};
}
static struct span part(struct span s, long from)
{
    return (struct span){s.at + from, s.n - from};
}
static double use(struct large s, double x)
{
    s.v[0] *= x;
    double sum = 0;
    for (long i = 0; i < s.n; i++)
        sum += s.v[i] * s.v[i] * (i + 1);
    s.v[1] = sum;
    return s.v[1] * x;
}
static struct large make(const double *p, double x)
{
    struct large made = {{p[0] * x, p[1] * p[1], x * x, p[2]}, 3};
    return made;
}
static double _Complex square(double _Complex z)
{
    return z * z + z;
}

static double f(const struct calls *c, double *p, double x)
{
    struct pair a = c->turn((struct pair){x, p[0]}, p[1]);
    struct narrow b = c->narrowed((struct narrow){(float)x, 2.0f});
    struct counted d = c->count(x, 3);
    struct span e = c->part((struct span){p, 3}, 1);
    e.at[0] *= x;
    struct large g = c->make(p, x);
    double s = c->use(g, x) + g.v[0] * g.v[1] + g.v[2];
    double _Complex z = c->square(x + I * p[2]);
    return a.x * a.y + b.x * b.y + d.x * (double)d.n + e.at[0] * e.at[1] * (double)e.n + s + creal(z) * cimag(z);
}

static const struct calls own = {turn, narrowed, count, part, use, make, square};

static double at(const double *p, double x)
{
    double q[3] = {p[0], p[1], p[2]};
    return f(&own, q, x);
}

int main(void)
{
    struct calls c = own, d;
    d.turn = (struct pair(*)(struct pair, double))__enzyme_virtualreverse((void *)turn);
    d.narrowed = (struct narrow(*)(struct narrow))__enzyme_virtualreverse((void *)narrowed);
    d.count = (struct counted(*)(double, long))__enzyme_virtualreverse((void *)count);
    d.part = (struct span(*)(struct span, long))__enzyme_virtualreverse((void *)part);
    d.use = (double (*)(struct large, double))__enzyme_virtualreverse((void *)use);
    d.make = (struct large(*)(const double *, double))__enzyme_virtualreverse((void *)make);
    d.square = (double _Complex(*)(double _Complex))__enzyme_virtualreverse((void *)square);
    double start[3] = {0.5, 0.75, 1.25}, x = 0.875, h = 1e-6, expect[4];
    for (int i = 0; i < 4; i++) {
        double up[3] = {0.5, 0.75, 1.25}, down[3] = {0.5, 0.75, 1.25}, by = i == 3 ? h : 0;
        if (i < 3)
            up[i] += h, down[i] -= h;
        expect[i] = (at(up, x + by) - at(down, x - by)) / (2 * h);
    }
    // narrow floats hide such steps in x: the first tangent below stands for them
    double p[3] = {start[0], start[1], start[2]}, dp[3] = {0}, t[3] = {0};
    expect[3] = __enzyme_fwddiff((void *)f, enzyme_dup, &c, &d, enzyme_dup, p, t, enzyme_dup, x, 1.0);
    near_within("by x", expect[3], (at(start, x + 1e-3) - at(start, x - 1e-3)) / 2e-3, 1e-3);
    for (int i = 0; i < 3; i++) {
        double q[3] = {start[0], start[1], start[2]}, u[3] = {0};
        u[i] = 1;
        near_within("tangent", __enzyme_fwddiff((void *)f, enzyme_dup, &c, &d, enzyme_dup, q, u, enzyme_dup, x, 0.0), expect[i], 1e-6);
    }
    p[0] = start[0], p[1] = start[1], p[2] = start[2];
    near_within("gradient by x", __enzyme_autodiff((void *)f, enzyme_dup, &c, &d, enzyme_dup, p, dp, enzyme_out, x), expect[3], 1e-6);
    for (int i = 0; i < 3; i++)
        near_within("gradient", dp[i], expect[i], 1e-6);

    double r[3] = {start[0], start[1], start[2]}, dr[3] = {0};
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_nofree, enzyme_dup, &c, &d, enzyme_dup, r, dr, enzyme_out, x);
    for (int i = 0; i < 4; i++) {
        double by_x = i == 3;
        dr[0] = i == 0, dr[1] = i == 1, dr[2] = i == 2;
        near_within("from the tape", __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, &c, &d, enzyme_dup, r, dr, enzyme_dup, x, by_x, tape), expect[i], 1e-6);
    }
    __enzyme_fwdsplit((void *)f, enzyme_dup, &c, &d, enzyme_dup, r, dr, enzyme_dup, x, 0.0, tape); // frees it
    dr[0] = dr[1] = dr[2] = 0;
    r[0] = start[0], r[1] = start[1], r[2] = start[2];
    tape = __enzyme_augmentfwd((void *)f, enzyme_dup, &c, &d, enzyme_dup, r, dr, enzyme_out, x);
    near_within("split, by x", __enzyme_reverse((void *)f, enzyme_dup, &c, &d, enzyme_dup, r, dr, enzyme_out, x, 1.0, tape), expect[3], 1e-6);
    for (int i = 0; i < 3; i++)
        near_within("split", dr[i], expect[i], 1e-6);
    return wrong;
}
