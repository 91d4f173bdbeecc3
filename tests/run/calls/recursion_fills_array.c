// A recursion divides a range, writes it on the way down and combines on the way up.
// rz: double divide(double x[n] inout, int n=8)
// also: n=1
// also: n=5
static double conquer(double *x, int lo, int hi)
{
    if (hi - lo == 1)
        return x[lo] * x[lo];
    int mid = (lo + hi) / 2;
    for (int i = lo; i < mid; i++)
        x[i] += 0.3 * x[mid + (i - lo) % (hi - mid)] * x[i];
    double a = conquer(x, lo, mid), b = conquer(x, mid, hi);
    return a * 0.7 + b * x[lo];
}

double divide(double *x, int n)
{
    return conquer(x, 0, n);
}
