// Values with their tag first, handed on and returned by value: a number, a cell, a count.
// rz: double f(double x, double y, int n=6)
// needs: no tape
struct cell;
typedef struct { int tag; union { double number; struct cell *cell; long count; } as; } value;
struct cell { value first, rest; };
__attribute__((noinline)) static value number(double x) { value v; v.tag = 0; v.as.number = x; return v; }
__attribute__((noinline)) static value list(struct cell *c) { value v; v.tag = 1; v.as.cell = c; return v; }
__attribute__((noinline)) static value count(long n) { value v; v.tag = 2; v.as.count = n; return v; }
__attribute__((noinline)) static double of(value v)
{
    switch (v.tag) {
    case 0: return v.as.number * v.as.number;
    case 1: return of(v.as.cell->first) - of(v.as.cell->rest) * 0.5;
    default: return (double)v.as.count;
    }
}
__attribute__((noinline)) static value halved(value v)
{
    if (v.tag == 0) return number(v.as.number * 0.5);
    return v.tag == 1 ? v.as.cell->rest : v;
}
double f(double x, double y, int n)
{
    struct cell own = {number(x * y), number(y)};
    value v[3] = {number(x), list(&own), count(3)}, last = v[0];
    double s = 0;
    for (int i = 0; i < n; i++) {
        value t = v[i % 3];
        last = i % 4 == 1 ? halved(last) : t;
        s += of(last) * x + of(halved(t)) * (i + 1);
        v[i % 3] = halved(t);
        if (i == 2) own.first = last;
    }
    return s + of(last);
}
