// A shadow is missing at the end of the call.
// via: cc
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double f(const double *x, const double *y)
{
    return *x * *y;
}

int main(void)
{
    double x = 1.0, y = 2.0, dx = 0.0;
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &y);  // error: SignatureError RZ502
    return 0;
}
