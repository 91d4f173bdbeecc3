// Structs with sizes beside floats and doubles are copied whole, read in a function by address.
// rz: double table(double x, double y, int n=7)
// also: n=0
#ifndef REAL
#define REAL float
#endif
struct table { unsigned long size; REAL lo[3]; struct { unsigned long first; double v; } cell[4]; double hi[3]; };
__attribute__((noinline)) static double walk(const struct table *t, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += t->lo[i % 3] * t->cell[i % t->size].v * t->hi[t->cell[i % 4].first % 3];
    return s;
}
double table(double x, double y, int n)
{
    struct table t = {.size = 4};
    for (int i = 0; i < 3; i++) { t.lo[i] = (REAL)(x + i); t.hi[i] = y * i; }
    for (int i = 0; i < 4; i++) { t.cell[i].v = x * y + i; t.cell[i].first = i; }
    struct table two[2];
    two[0] = two[1] = t;
    two[1].hi[n % 3] *= x;
    return walk(&two[0], n) + walk(&two[1], n + 1);
}
