// More arguments than the function has parameters.
// via: cc
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double f(const double *x)
{
    return *x * *x;
}

int main(void)
{
    double x = 1.0, dx = 0.0;
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &x, &dx);  // error: SignatureError RZ503
    return 0;
}
