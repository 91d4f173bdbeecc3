// Gauss-Seidel sweeps: in place, uses new and old neighbours, forwards and backwards.
// rz: void relax(double u[n] inout, const double f[n] in, int n=9, int sweeps=4)
// also: sweeps=1, n=3
void relax(double *u, const double *f, int n, int sweeps)
{
    for (int s = 0; s < sweeps; s++) {
        for (int i = 1; i < n - 1; i++)
            u[i] = 0.5 * (u[i - 1] + u[i + 1] - f[i] * u[i] * u[i]);
        for (int i = n - 2; i > 0; i--)
            u[i] = 0.5 * (u[i - 1] + u[i + 1] - f[i] * u[i]);
    }
}
