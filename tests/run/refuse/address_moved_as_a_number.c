// An address in a union is moved by the type of its number, to where another address was.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, int which=1)
union value {
    double number;
    double *at;
};

__attribute__((noinline)) static void move(double *to, const double *from)
{
    *to = *from;  // error: ActivityError RZ405
}

double f(const double *x, int n, int which)
{
    double one[4], two[4], sum = 0;
    union value a, b;
    for (int i = 0; i < n; i++) {
        one[i] = x[i] * x[i];
        two[i] = x[i] * x[i] * x[i];
    }
    a.at = one;
    b.at = two;
    move(&b.number, &a.number);
    double *at = which ? b.at : two;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * at[i];
    return sum;
}
