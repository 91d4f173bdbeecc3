// The seed of a function that returns a double is an integer.
// via: cc
double __enzyme_autodiff(void *, ...);

static double f(double x, double y)
{
    return x * y;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 1.0, 2.0, 1);  // error: SignatureError RZ504
}
