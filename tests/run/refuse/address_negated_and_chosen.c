// The bits of an address are negated as a number and back, and chosen among others.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, int which=1)
union value {
    double number;
    double *at;
};

__attribute__((noinline)) static void negate(union value *to, const union value *from)
{
    to->number = -from->number;  // error: ActivityError RZ405
}

double f(const double *x, int n, int which)
{
    double one[4], two[4], sum = 0;
    union value a, b, c;
    for (int i = 0; i < n; i++) {
        one[i] = x[i] * x[i];
        two[i] = x[i] * x[i] * x[i];
    }
    a.at = one;
    negate(&b, &a);
    negate(&c, &b);
    double *at = which ? c.at : two;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * at[i];
    return sum;
}
