// Gathers through 16-bit and 8-bit index arrays.
// rz: double gather(const double x[16] in, const short a[n] below 16, const unsigned char b[n] below 16, int n=12)
// also: n=0
// needs: zero
double gather(const double *x, const short *a, const unsigned char *b, int n)
{
    double s = 0.5;
    for (int i = 0; i < n; i++)
        s = 0.9 * s + x[a[i]] * x[b[i]];
    return s;
}
