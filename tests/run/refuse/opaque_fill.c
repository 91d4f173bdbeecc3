// Active memory is handed to a function without a body.
// rz: double f(const double x[3] in)
void smooth(double *, int);

double f(const double *x)
{
    double t[3] = {x[0], x[1], x[2]};
    smooth(t, 3);  // error: NoDerivative RZ201
    return t[0] * t[1] * t[2];
}
