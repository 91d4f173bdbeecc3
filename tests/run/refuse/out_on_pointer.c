// enzyme_out before a pointer.
// via: cc
extern int enzyme_out;
double __enzyme_autodiff(void *, ...);

static double f(const double *x)
{
    return *x * *x;
}

int main(void)
{
    double x = 1.0;
    return (int)__enzyme_autodiff((void *)f, enzyme_out, &x);  // error: SignatureError RZ504
}
