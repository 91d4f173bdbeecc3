// Recursions in a loop, weighed and subtracted, with an argument by value that is active.
// rz: double f(const double x[n] in, const double w[n] in, double s=0.7, int n=6)
// also: n=0
// also: n=1
static double tower(const double *x, int at, double scale)
{
    switch (at & 3) {
    case 0:
        return at ? scale * x[at] : scale;
    case 3:
        return scale;
    default:
        return x[at] * scale - 0.25 * tower(x, at - 1, scale * x[at] + 1);
    }
}

double f(const double *x, const double *w, double s, int n)
{
    double total = 1;
    for (int i = 0; i < n; i++)
        total -= w[i] * tower(x, i, s);
    return total;
}
