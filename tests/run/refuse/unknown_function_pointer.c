// An indirect call on active data through a pointer that another file sets.
// rz: double f(double x)
extern double (*hook)(double);

double f(double x)
{
    return hook(x * x) + x;  // error: NoDerivative RZ207
}
