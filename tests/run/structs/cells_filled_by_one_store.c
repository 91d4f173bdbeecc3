// Cells of a list hold numbers, or addresses of a cell without a derivative: an optimiser stores either as a double.
// rz: double f(const double x[4] in 0.5..1.5, double a in 0.3..0.9, int k=1)
// also: k=0
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct cell { uint64_t word; int tag; };
struct link { struct cell cell; struct link *next; };

static inline struct cell number(double d)
{
    struct cell c;
    c.tag = 0;
    memcpy(&c.word, &d, sizeof d);
    return c;
}

__attribute__((noinline)) static struct cell at(struct cell *p)
{
    struct cell c;
    c.tag = 1;
    memcpy(&c.word, &p, sizeof p);
    return c;
}

__attribute__((noinline)) static struct cell place(double *r)
{
    struct cell c;
    c.tag = 2;
    memcpy(&c.word, &r, sizeof r);
    return c;
}

__attribute__((noinline)) static double value(struct cell c)
{
    double d, *r;
    struct cell *p;
    while (c.tag == 1) {
        memcpy(&p, &c.word, sizeof p);
        c = *p;
    }
    if (c.tag == 0) {
        memcpy(&d, &c.word, sizeof d);
        return d;
    }
    memcpy(&r, &c.word, sizeof r);
    return *r * 0.5;
}

double f(const double *x, double a, int k)
{
    double d = exp(sin(x[0]));
    struct cell one = number(1.25);
    struct link *first = 0, *n;
    for (int i = 0; i < 3; ++i) {
        n = malloc(sizeof *n);
        n->next = first;
        first = n;
        if (k)
            n->cell = number(x[3] * -0.283);
        else if (i % 2)
            n->cell = place(&d);
        else
            n->cell = at(&one);
    }
    for (n = first; n; n = n->next) {
        if (n->cell.tag == 0)
            n->cell = number(value(n->cell) * 0.5 + a);
        else
            d += a * sin(value(n->cell));
        if (n->next)
            n->cell = n->next->cell;
    }
    for (n = first; n; n = n->next)
        d = d * 0.75 + tanh(value(n->cell) * d);
    while (first) {
        n = first->next;
        free(first);
        first = n;
    }
    return d;
}
