// The same two calls deep; the chain names both callers.
// rz: double f(const double x[n] in, int n=3)
double table_lookup(double);

static double middle(double v)
{
    return table_lookup(v) + 1.0;  // error: NoDerivative RZ201
}

double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += middle(x[i] * x[i]);
    return s;
}
