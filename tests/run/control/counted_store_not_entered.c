// What is read is kept once for all rows, though a loop that would write to it is not entered.
// rz: double mixed(double x[n] inout, const double a[n*n] in, double out[n] work, int n=6, int steps=2, int skip=3)
// also: skip=6
// also: skip=7, n=3
// also: skip=9, n=2, steps=3
double mixed(double *x, const double *a, double *out, int n, int steps, int skip)
{
    double total = 0.0;
    for (int i = 0; i < n; i++)
        out[i] = 0.1 * i;
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * x[k] * x[k];
            out[i] = out[i] * sum + sum;
        }
        for (int i = 0; i < n - skip; i++)
            x[i + skip] = 0.3 * out[i] * x[i];
    }
    for (int i = 0; i < n; i++)
        total += x[i] * out[i];
    return total;
}
