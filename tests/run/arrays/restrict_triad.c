// STREAM triad with restrict-qualified pointers and an active scalar.
// rz: void triad(double a[n] out, const double b[n] in, const double c[n] in, int n=17, double s=1.7)
// also: n=0
// also: n=1
// also: n=64
// truth: b = w_a ; c = w_a*s ; s = sum(w_a*c)
void triad(double *restrict a, const double *restrict b, const double *restrict c, int n, double s)
{
    for (int i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}
