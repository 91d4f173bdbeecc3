// A pointer walks through a packed triangle, column by column, and through what is overwritten.
// rz: double f(double l[n*(n-1)/2] inout, const double z[n] in, double out[n] out, int n=6)
// also: n=1
// also: n=2
double f(double *l, const double *z, double *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = z[i] * 0.5;
    double *p = l;
    double sum = 0;
    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < n; i++) {
            out[i] += *p * z[j];
            sum += *p * *p;
            *p++ *= 0.5;
        }
    return sum;
}
