// A value found by a function that looks into it, returned whole and stored elsewhere.
// rz: double f(double x, double y)
struct cell;
typedef struct { union { struct cell *cell; double number; } as; int tag; } value;
struct cell { value first, rest; };
__attribute__((noinline)) static value number(double x) { value v; v.tag = 0; v.as.number = x; return v; }
__attribute__((noinline)) static double of(value v) {
    return v.tag ? of(v.as.cell->first) + of(v.as.cell->rest) * 0.5 : v.as.number * v.as.number;
}
__attribute__((noinline)) static value found(const value *v, int k) {
    value t = v[k];
    if (t.tag == 1) t.as.cell->first.as.number *= 1.25;
    return t;
}
double f(double x, double y) {
    value v[4];
    struct cell own = {number(y), number(x)};
    v[0] = number(x);
    v[1] = number(x * y);
    v[2] = number(y * y);
    v[3].tag = 1;
    v[3].as.cell = &own;
    double s = 0;
    for (int i = 0; i < 4; i++) {
        value t = found(v, i);
        v[(i * 3 + 1) % 4] = t;
        s += of(t);
    }
    return s;
}
