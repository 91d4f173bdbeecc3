// Values by value whose own address is handed on, as debug information says at every level.
// rz: double f(double x, double y, int n=5)
// needs: no tape
struct spot { int tag; union { double number; double *place; } as; };
__attribute__((noinline)) static void change(struct spot *c, double by)
{
    if (c->tag) *c->as.place = *c->as.place * 0.75 + by;
    else c->as.number = c->as.number * 0.5 + by;
}
__attribute__((noinline)) static struct spot changed(struct spot c, double by)
{
    if (by < 0.25) return c;
    change(&c, by);
    return c;
}
__attribute__((noinline)) static double value(struct spot c) { return c.tag ? *c.as.place : c.as.number; }
double f(double x, double y, int n)
{
    double own = x * y;
    struct spot v[2] = {{0, {.number = x}}, {1, {.place = &own}}};
    double s = 0;
    for (int i = 0; i < n; i++) {
        v[i % 2] = changed(v[i % 2], x + i * y);
        s += value(v[(i + 1) % 2]) * y;
    }
    return s + own;
}
