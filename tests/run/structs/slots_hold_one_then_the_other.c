// A word is a number, then the address of a local number, then a number again, in every turn; a
// helper that is not inlined reads it each time.
// rz: double f(const double x[6] in, int n=5)
// also: n=1
struct slot { int is_place; union { double number; const double *place; } as; };
__attribute__((noinline)) static double value(const struct slot *s)
{
    return s->is_place ? *s->as.place : s->as.number;
}
double f(const double *x, int n)
{
    struct slot s[3];
    double cells[6], total = 0;
    for (int i = 0; i < 6; i++)
        cells[i] = x[i] * x[(i + 1) % 6];
    for (int k = 0; k < n; k++) {
        struct slot *one = &s[k % 3];
        one->is_place = 0;
        one->as.number = x[k % 6] * (total + 1);
        total += value(one) * 0.3;
        one->is_place = 1;
        one->as.place = &cells[(k + 2) % 6];
        total += value(one) * x[(k + 3) % 6];
        if (k % 2) {
            one->is_place = 0;
            one->as.number = total * x[0];
        }
        total += value(one) * value(&s[k % 3]) * 0.1;
    }
    return total;
}
