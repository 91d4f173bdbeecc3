// Values handed about whole, a number or a cell of two values, as interpreters have them.
// rz: double f(double x, double y)
#include <math.h>
#include <stdlib.h>
struct cell;
typedef struct { union { struct cell *cell; double number; } as; int tag; } value;
struct cell { value first, rest; };
__attribute__((noinline)) static value number(double x) { value v; v.tag = 0; v.as.number = x; return v; }
__attribute__((noinline)) static value pair(value a, value b) {
    struct cell *c = malloc(sizeof *c);
    c->first = a;
    c->rest = b;
    value v;
    v.tag = 1;
    v.as.cell = c;
    return v;
}
__attribute__((noinline)) static double sum(value v) {
    return v.tag ? sum(v.as.cell->first) + 0.5 * sum(v.as.cell->rest) : v.as.number * v.as.number;
}
__attribute__((noinline)) static void drop(value v) {
    if (!v.tag) return;
    drop(v.as.cell->first);
    drop(v.as.cell->rest);
    free(v.as.cell);
}
double f(double x, double y) {
    value list = pair(number(x * y), pair(number(y), number(sin(x))));
    double s = sum(list);
    drop(list);
    return s;
}
