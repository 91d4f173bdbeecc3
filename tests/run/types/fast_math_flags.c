// -ffast-math: divisions become reciprocals, sums are reassociated.
// rz: double rational(const double x[n] in, int n=18, double d)
// also: n=0
// flags: -ffast-math
double rational(const double *x, int n, double d)
{
    double s = 0.0, t = 1.0;
    for (int i = 0; i < n; i++) {
        s += x[i] / d + x[i] * x[i];
        t *= 1.0 - 0.05 * x[i];
    }
    return s * t / (1.0 + d * d);
}
