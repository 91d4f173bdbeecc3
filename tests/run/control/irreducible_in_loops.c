// A cycle with two entries inside an outer loop, with a natural loop inside it and an array behind it.
// rz: double f(const double x[n] in, double y[n] inout, int n=6, int depth=3)
// also: n=1
// also: depth=0
double f(const double *x, double *y, int n, int depth)
{
    double s = 0.5;
    for (int i = 0; i < n; i++) {
        int k = 0;
        if (i % 2)
            goto inner;
    outer:
        s = s * x[i] + y[i];
        if (k > depth)
            continue;
    inner:
        for (int j = 0; j <= k; j++)
            y[i] = y[i] * s * 0.5 + x[j % n];
        k++;
        if (s < 40.0 && k <= depth + 1)
            goto outer;
        s *= 0.1;
    }
    return s;
}
