// A struct is returned, one number given as its seed.
// via: cc
struct two { double a, b; };
double __enzyme_autodiff(void *, ...);

static struct two f(double x)
{
    struct two made = {x, x * x};
    return made;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0, 1.0);  // error: SignatureError RZ504
}
