// Functions of which nothing is known take a number, and give one back.
// rz: double f(double x in 0.5..1.5)
void keep(double x);
double kept(void);

double f(double x)
{
    keep(x * x);  // error: NoDerivative RZ201
    return x * kept();
}
