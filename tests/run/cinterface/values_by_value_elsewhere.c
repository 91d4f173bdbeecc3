// Functions that hand values about, a number or a cell, are called by a derivative and by others.
#include <stdlib.h>
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
struct cell;
typedef struct { union { struct cell *cell; double number; } as; int tag; } value;
struct cell { value first, rest; };
__attribute__((noinline)) static value number(double x) { value v; v.tag = 0; v.as.number = x; return v; }
__attribute__((noinline)) static value pair(value a, value b)
{
    struct cell *c = malloc(sizeof *c);
    c->first = a;
    c->rest = b;
    value v;
    v.tag = 1;
    v.as.cell = c;
    return v;
}
__attribute__((noinline)) static double sum(value v)
{
    return v.tag ? sum(v.as.cell->first) + 0.5 * sum(v.as.cell->rest) : v.as.number * v.as.number;
}
__attribute__((noinline)) static void drop(value v)
{
    if (!v.tag)
        return;
    drop(v.as.cell->first);
    drop(v.as.cell->rest);
    free(v.as.cell);
}
static double cubes(double x)
{
    value list = pair(number(x * x), pair(number(x), number(3)));
    double s = sum(list);
    drop(list);
    return s;
}
int main(void)
{
    double x = 1.5, exact = 4 * x * x * x + x;
    near("reverse", __enzyme_autodiff((void *)cubes, x), exact);
    near("forward", __enzyme_fwddiff((void *)cubes, x, 1.0), exact);
    value other = pair(number(2), pair(number(x), number(4)));
    near("another list", sum(other), 4 + 0.5 * (x * x + 8));
    drop(other);
    near("value", cubes(x), x * x * x * x + 0.5 * (x * x + 4.5));
    return wrong;
}
