// Structs of numbers and functions whose shadow is zero, a copy, or has a table by hand, side by side.
#include <stdlib.h>
#include <string.h>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

struct model;
typedef double law(const struct model *, double);
struct model {
    double k;
    law *law;
    struct model *next;
};

static double spring(const struct model *m, double x)
{
    return m->k * x * x / 2;
}
static double pendulum(const struct model *m, double x)
{
    return m->k * (1 - cos(x));
}
static double both(const struct model *m, double x)
{
    return m->next ? spring(m, x) * m->next->law(m->next, x) : x;
}
// as spring, with derivatives by hand that tell themselves by a factor of 1000
static int by_hand;
static double told(const struct model *m, double x)
{
    return m->k * x * x / 2;
}
struct kept {
    void *tape;
    double result;
};
static struct kept told_augment(const struct model *m, struct model *d, double x)
{
    double *tape = malloc(2 * sizeof *tape);
    tape[0] = m->k, tape[1] = x;
    by_hand++;
    return (struct kept){tape, told(m, x)};
}
static double told_reverse(const struct model *m, struct model *d, double x, double seed, void *kept)
{
    const double *tape = kept;
    double bar = 1000 * seed * tape[0] * tape[1];
    d->k += seed * tape[1] * tape[1] / 2;
    free(kept);
    return bar;
}

static double energy(struct model *m, double x)
{
    double s = 0;
    for (; m; m = m->next)
        s += m->law(m, x) * (s + 1) + m->law(m, s);
    return s;
}

int main(void)
{
    struct model c = {0.5, pendulum, 0}, b = {1.5, both, &c}, a = {2.0, spring, &b}, *m[3] = {&a, &b, &c};
    double x = 0.75, h = 1e-6, expect[4], k[3] = {2.0, 1.5, 0.5};
    for (int i = 0; i < 4; i++) {
        double up, down, step = i == 3 ? h : 0;
        if (i < 3)
            m[i]->k = k[i] + h;
        up = energy(&a, x + step);
        if (i < 3)
            m[i]->k = k[i] - h;
        down = energy(&a, x - step);
        if (i < 3)
            m[i]->k = k[i];
        expect[i] = (up - down) / (2 * h);
    }
    for (int copied = 0; copied < 2; copied++) {
        struct model dc = {0}, db = {0}, da = {0};
        if (copied)
            dc = c, db = b, da = a;
        da.k = db.k = dc.k = 0;
        da.next = &db, db.next = &dc;
        near_within("x", __enzyme_autodiff((void *)energy, enzyme_dup, &a, &da, enzyme_out, x), expect[3], 1e-7);
        near_within("a", da.k, expect[0], 1e-7);
        near_within("b", db.k, expect[1], 1e-7);
        near_within("c", dc.k, expect[2], 1e-7);
        da.k = 0, db.k = 1, dc.k = 0;
        near_within("tangent", __enzyme_fwddiff((void *)energy, enzyme_dup, &a, &da, enzyme_dup, x, 0.0), expect[1], 1e-7);
    }
    void *table[2] = {(void *)told_augment, (void *)told_reverse};
    struct model one = {2.0, told, 0}, d = {0, (law *)table, 0};
    near("by x", __enzyme_autodiff((void *)energy, enzyme_dup, &one, &d, enzyme_out, x), 1000 * 2.0 * x);
    near("by k", d.k, x * x / 2);
    near("asked", by_hand, 2);
    return wrong;
}
