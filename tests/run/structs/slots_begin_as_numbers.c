// All slots are numbers at first, at places known to the compiler; then some get an address and are
// copied, at places that are not.
// rz: double f(const double x[4] in, const int order[n] const below 4, int n=7)
// also: n=0
// also: n=1
struct slot { int is_place; union { double number; const double *place; } as; };
__attribute__((noinline)) static double value(const struct slot *s)
{
    return s->is_place ? *s->as.place : s->as.number;
}
double f(const double *x, const int *order, int n)
{
    struct slot s[4];
    double cells[4], total = 0;
    for (int i = 0; i < 4; i++) {
        cells[i] = x[i] * x[(i + 1) % 4];
        s[i].is_place = 0;
        s[i].as.number = x[i] * 2;
    }
    for (int k = 0; k < n; k++) {
        struct slot *one = &s[order[k]];
        total += value(one) * (k + 1);
        one->is_place = 1;
        one->as.place = &cells[k % 4];
        total += value(one) * value(&s[(order[k] + 1) % 4]);
        s[(order[k] + 2) % 4] = *one;
    }
    return total;
}
