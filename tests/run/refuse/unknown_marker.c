// A marker that does not exist.
// via: cc
extern int enzyme_dupp;
double __enzyme_autodiff(void *, ...);

static double f(const double *x)
{
    return *x * *x;
}

int main(void)
{
    double x = 1.0, dx = 0.0;
    return (int)__enzyme_autodiff((void *)f, enzyme_dupp, &x, &dx);  // error: SignatureError RZ501
}
