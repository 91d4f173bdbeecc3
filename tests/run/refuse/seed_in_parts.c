// A struct is returned in memory, its seed given number by number.
// via: cc
struct three { double a, b, c; };
double __enzyme_autodiff(void *, ...);

static struct three f(double x)
{
    struct three made = {x, x * x, 2 * x};
    return made;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0, 1.0, 10.0, 100.0);  // error: SignatureError RZ504
}
