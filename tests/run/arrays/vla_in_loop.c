// A variable-length array that grows with the iteration of the loop it lives in.
// rz: double pyramid(const double x[n] in, int n=7)
// also: n=0
// also: n=1
double pyramid(const double *x, int n)
{
    double total = 0.0;
    for (int k = 1; k <= n; k++) {
        double part[k];
        part[0] = x[0];
        for (int i = 1; i < k; i++)
            part[i] = part[i - 1] * x[i] + 0.1 * total;
        total += part[k - 1] * part[k / 2];
    }
    return total;
}
