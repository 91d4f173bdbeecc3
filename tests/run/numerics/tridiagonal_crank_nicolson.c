// Implicit time steps by the Thomas algorithm, coefficients from the state.
// rz: double implicit(const double u0[n] in, int n=7, int steps=3, double k=0.4)
// also: steps=0
// also: n=1
double implicit(const double *u0, int n, int steps, double k)
{
    double u[16], c[16], d[16], s = 0.0;
    for (int i = 0; i < n; i++)
        u[i] = u0[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            double a = i > 0 ? -k : 0.0, e = i + 1 < n ? -k : 0.0, b = 1 + 2 * k * u[i];
            double w = b - (i > 0 ? a * c[i - 1] : 0.0);
            c[i] = e / w;
            d[i] = (u[i] - (i > 0 ? a * d[i - 1] : 0.0)) / w;
        }
        for (int i = n - 1; i >= 0; i--)
            u[i] = d[i] - (i + 1 < n ? c[i] * u[i + 1] : 0.0);
    }
    for (int i = 0; i < n; i++)
        s += u[i] * u[i] * (i + 1);
    return s;
}
