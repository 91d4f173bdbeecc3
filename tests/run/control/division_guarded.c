// A division that only happens where the divisor is not zero, with exact zeros in the data.
// rz: double ratios(const double a[n] in {1, 2, 3, 4, 5, 6}, const double b[n] in {2, 0, 4, 0, 0.5, 1}, int n=6)
// truth: a = where(b != 0, 1/where(b != 0, b, 1), 0) ; b = where(b != 0, -a/where(b != 0, b, 1)**2, 0)
// needs: closed form
double ratios(const double *a, const double *b, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        if (b[i] != 0.0)
            s += a[i] / b[i];
    return s;
}
