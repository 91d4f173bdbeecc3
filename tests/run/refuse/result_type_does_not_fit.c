// Two derivatives are asked for, the declared result has room for one.
// via: cc
double __enzyme_autodiff(void *, ...);

static double f(double x, double y)
{
    return x * y;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 1.0, 2.0);  // error: SignatureError RZ507
}
