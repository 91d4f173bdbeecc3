// Functions out of tables, several directions at once: forwards, back, in halves and from a tape.
#include <initializer_list>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_width, enzyme_nofree;
struct Lanes {
    double of[3];
};
Lanes __enzyme_autodiff(void *, ...);
Lanes __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
Lanes __enzyme_reverse(void *, ...);
Lanes __enzyme_fwdsplit(void *, ...);
void *__enzyme_virtualreverse(void *);

struct Pair {
    double x, y;
};
typedef Pair (*Turn)(Pair, double *, int);
static Pair turn(Pair p, double *by, int n)
{
    Pair s = p;
    for (int i = 0; i < n; i++) {
        s = {s.x * by[i] - s.y, s.y * s.x + by[i]};
        by[i] *= s.x;
    }
    return s;
}

struct Layer {
    virtual ~Layer() = default;
    virtual double *apply(double *v, double x) = 0;
};
struct Scale : Layer {
    double by;
    explicit Scale(double b) : by(b) {}
    double *apply(double *v, double x) override
    {
        v[0] = v[0] * by + x;
        v[1] *= by * v[0];
        return v + 1;
    }
};

static double f(Turn g, Layer *layer, double *p, double x)
{
    Pair q = g({x, p[0]}, p, 2);
    double *last = layer->apply(p, q.x);
    return *last * q.y + p[0];
}

static double at(const double *p, double x)
{
    double q[2] = {p[0], p[1]};
    Scale scale(0.5);
    return f(turn, &scale, q, x);
}

int main()
{
    double x = 0.75, h = 1e-6, expect[3], start[2] = {0.5, 1.25};
    for (int k = 0; k < 3; k++) {
        double up[2] = {start[0], start[1]}, down[2] = {start[0], start[1]};
        if (k < 2)
            up[k] += h, down[k] -= h;
        double step = k == 2 ? h : 0;
        expect[k] = (at(up, x + step) - at(down, x - step)) / (2 * h);
    }
    Turn dg = (Turn)__enzyme_virtualreverse((void *)turn);
    Scale scale(0.5), d0(0), d1(0), d2(0);
    for (Scale *d : {&d0, &d1, &d2})
        *(void **)d = __enzyme_virtualreverse(*(void **)&scale);
    double p[2] = {start[0], start[1]}, t[3][2] = {{1, 0}, {0, 1}, {0, 0}};
    Lanes found = __enzyme_fwddiff((void *)f, enzyme_width, 3, enzyme_dup, turn, dg, dg, dg, enzyme_dup, &scale, &d0, &d1, &d2,
                                   enzyme_dup, p, t[0], t[1], t[2], enzyme_dup, x, 0.0, 0.0, 1.0);
    for (int k = 0; k < 3; k++)
        near_within("forwards", found.of[k], expect[k], 1e-7);

    p[0] = start[0], p[1] = start[1];
    double a[3][2] = {{0}};
    found = __enzyme_autodiff((void *)f, enzyme_width, 3, enzyme_dup, turn, dg, dg, dg, enzyme_dup, &scale, &d0, &d1, &d2,
                              enzyme_dup, p, a[0], a[1], a[2], enzyme_out, x, 1.0, -2.0, 0.5);
    double seed[3] = {1, -2, 0.5};
    for (int k = 0; k < 3; k++) {
        near_within("back, x", found.of[k], seed[k] * expect[2], 1e-7);
        near_within("back, p0", a[k][0], seed[k] * expect[0], 1e-7);
        near_within("back, p1", a[k][1], seed[k] * expect[1], 1e-7);
    }
    near_within("in the object", d1.by, -2 * d0.by, 1e-11);

    p[0] = start[0], p[1] = start[1];
    double b[3][2] = {{0}};
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_width, 3, enzyme_dup, turn, dg, dg, dg, enzyme_dup, &scale, &d0, &d1, &d2,
                                     enzyme_dup, p, b[0], b[1], b[2], enzyme_out, x);
    d0.by = d1.by = d2.by = 0;
    b[0][0] = b[1][1] = 1;
    found = __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_width, 3, enzyme_dup, turn, dg, dg, dg, enzyme_dup, &scale, &d0, &d1, &d2,
                              enzyme_dup, p, b[0], b[1], b[2], enzyme_dup, x, 0.0, 0.0, 1.0, tape);
    for (int k = 0; k < 3; k++)
        near_within("from the tape", found.of[k], expect[k], 1e-7);
    d0.by = d1.by = d2.by = b[0][0] = b[0][1] = b[1][0] = b[1][1] = b[2][0] = b[2][1] = 0;
    found = __enzyme_reverse((void *)f, enzyme_width, 3, enzyme_dup, turn, dg, dg, dg, enzyme_dup, &scale, &d0, &d1, &d2,
                             enzyme_dup, p, b[0], b[1], b[2], enzyme_out, x, 1.0, -2.0, 0.5, tape);
    for (int k = 0; k < 3; k++) {
        near_within("split, x", found.of[k], seed[k] * expect[2], 1e-7);
        near_within("split, p1", b[k][1], seed[k] * expect[1], 1e-7);
    }
    return wrong;
}
