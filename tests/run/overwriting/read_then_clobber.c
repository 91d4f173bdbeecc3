// The input is consumed, then zeroed by a loop, then refilled with something else.
// rz: double consume(double x[n] inout, int n=7, double c=1.1)
// also: n=1
double consume(double *x, int n, double c)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
    for (int i = 0; i < n; i++)
        x[i] = 0.0;
    for (int i = 0; i < n; i += 2)
        x[i] = c * c * s;
    return s * c;
}
