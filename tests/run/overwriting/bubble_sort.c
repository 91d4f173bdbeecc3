// Bubble sort with swaps, then a weighted sum: the gradient is a permutation.
// rz: double ranks(double x[n] inout, int n=9)
// also: n=1
double ranks(double *x, int n)
{
    for (int pass = 0; pass < n; pass++)
        for (int i = 0; i + 1 < n - pass; i++)
            if (x[i] > x[i + 1]) {
                double t = x[i];
                x[i] = x[i + 1];
                x[i + 1] = t;
            }
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += (i + 1) * x[i] * x[i];
    x[0] = s;
    return s * 0.5;
}
