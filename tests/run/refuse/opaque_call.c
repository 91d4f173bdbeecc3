// An active call whose body and rule are missing.
// rz: double f(double x, double y)
double mystery(double);

double f(double x, double y)
{
    double a = x * y;
    return mystery(a) * y;  // error: NoDerivative RZ201
}
