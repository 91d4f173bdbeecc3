// A float beside an integer in one register goes to a function that nobody knows.
// via: cc
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);

struct reading {
    float value;
    int unit;
};

double f(float (*convert)(struct reading), double x)
{
    struct reading r = {(float)(x * x), 2};
    return convert(r) * x;  // error: NoDerivative RZ207
}

double slope(float (*convert)(struct reading), float (*shadow)(struct reading), double x)
{
    return __enzyme_autodiff((void *)f, enzyme_dup, convert, shadow, x);
}
