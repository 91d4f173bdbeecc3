// An FIR filter whose state is shifted by one in place for every sample.
// rz: void fir(const double x[n] in, const double h[4] in, double y[n] out, int n=9)
// also: n=0
// also: n=2
void fir(const double *x, const double *h, double *y, int n)
{
    double z[4] = {0, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        for (int k = 3; k > 0; k--)
            z[k] = z[k - 1];
        z[0] = x[i];
        double s = 0.0;
        for (int k = 0; k < 4; k++)
            s += h[k] * z[k];
        y[i] = s * s;
    }
}
