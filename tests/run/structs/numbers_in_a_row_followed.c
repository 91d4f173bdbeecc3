// Numbers written side by side, to one of which a value leads, and is followed as bits.
// rz: double f(double x, double y)
struct spot { int tag; union { double number; const double *place; long count; } as; };
__attribute__((noinline)) static struct spot place(const double *p) { struct spot c; c.tag = 2; c.as.place = p; return c; }
__attribute__((noinline)) static struct spot followed(struct spot c)
{
    if (c.tag == 2) { c.as.number = *c.as.place; c.tag = 0; }
    return c;
}
__attribute__((noinline)) static double of(struct spot c)
{
    switch (c.tag) {
    case 0: return c.as.number * c.as.number;
    case 1: return 0.125 * (double)c.as.count;
    default: return *c.as.place * 0.5;
    }
}
double f(double x, double y)
{
    double row[6], z = x * y;
    for (int i = 0; i < 6; i++) row[i] = x;
    struct spot c = place(row + 2), d = place(&z), e = followed(c);
    return of(c) * x + of(d) + of(e) * y;
}
