// The bits of an address are negated as a number, and negated back, before they are followed.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
union value {
    double number;
    double *at;
};

__attribute__((noinline)) static void negate(double *to, const double *from)
{
    *to = -*from;  // error: ActivityError RZ405
}

double f(const double *x, int n)
{
    double squares[6], sum = 0;
    union value one, two, three;
    for (int i = 0; i < n; i++)
        squares[i] = x[i] * x[i];
    one.at = squares;
    negate(&two.number, &one.number);
    negate(&three.number, &two.number);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * three.at[i];
    return sum;
}
