// for(;;) with three different breaks and a continue.
// rz: double settle(const double x[n] in, int n=10, double limit const =2.5)
// also: limit=0.1
// also: n=1
// also: n=0
double settle(const double *x, int n, double limit)
{
    double s = 0.0, p = 1.0;
    int i = 0;
    for (;;) {
        if (i >= n)
            break;
        double v = x[i++];
        if (v < 0.6)
            continue;
        s += v * p;
        if (s > limit * 3)
            break;
        p *= 0.9 + 0.05 * v;
        if (p < 1e-3)
            break;
    }
    return s * p;
}
