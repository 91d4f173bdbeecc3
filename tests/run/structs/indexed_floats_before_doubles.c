// Two arrays in a struct, floats and doubles, both indexed at run time; the struct goes by value.
// rz: double both(const double x[4] in, int n=6)
// also: n=0
#ifndef REAL
#define REAL float
#endif
struct tables {
    REAL low[5];
    int count;
    short unread;
    double high[3];
};

__attribute__((noinline)) static double taken(struct tables t, const double *x, int k)
{
    return t.low[k % 5] * x[0] + t.high[k % 3] * t.count * x[3];
}

double both(const double *x, int n)
{
    struct tables t;
    for (int i = 0; i < 5; i++) t.low[i] = (REAL)x[i % 4];
    for (int i = 0; i < 3; i++) t.high[i] = x[i] * x[3];
    t.count = 2;
    double s = 0;
    for (int k = 0; k < n; k++) s += taken(t, x, k) * (k + 1);
    return s;
}
