// A first loop counts, a second loop runs that often, a third runs backwards to a stop.
// rz: double peaks(const double x[n] in 0..2, int n=14)
// also: n=2
// also: n=0
double peaks(const double *x, int n)
{
    int count = 0;
    for (int i = 1; i + 1 < n; i++)
        if (x[i] > x[i - 1] && x[i] > x[i + 1])
            count++;
    double s = n > 0 ? x[0] * x[0] : 0.0;
    for (int k = 0; k < count; k++)
        s = s * 1.2 + x[k] * x[n - 1 - k];
    for (int i = n - 1; i >= 0 && x[i] > 0.3; i--)
        s += x[i] * s * 0.05;
    return s;
}
