// A maker gives cells with a constant in them; others have places: one of them is read as a number.
// rz: double f(const double x[n] in 0.5..1, int n=4, int k=1)
// also: k=0
// also: k=2
// needs: no tape
struct cell { long tag; union { double d; const double *at; } u; };

__attribute__((noinline)) static struct cell constant(int k)
{
    struct cell c = {0, {.d = k ? 0.75 : -1.5}};
    return c;
}

__attribute__((noinline)) static struct cell either(const double *x, int k)
{
    struct cell c = {1, {.at = x + k}};
    return k == 2 ? constant(k) : c;
}

double f(const double *x, int n, int k)
{
    struct cell all[3] = {either(x, k), constant(k), either(x, n - 1)};
    double s = 1;
    for (int i = 0; i < 3; i++)
        s = s * x[i] + (all[i].tag ? *all[i].u.at * x[0] : all[i].u.d * s);
    return s;
}
