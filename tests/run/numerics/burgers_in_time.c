// Viscous Burgers with a periodic upwind stencil in time, wrapped indices.
// rz: double burgers(double u[n] inout 0.2..1, int n=12, int steps=6, double nu=0.1)
// also: steps=0
// also: n=3
double burgers(double *u, int n, int steps, double nu)
{
    double next[32], s = 0.0;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            int l = (i + n - 1) % n, r = (i + 1) % n;
            double slope = u[i] > 0 ? u[i] - u[l] : u[r] - u[i];
            next[i] = u[i] - 0.2 * u[i] * slope + nu * (u[l] - 2 * u[i] + u[r]);
        }
        for (int i = 0; i < n; i++)
            u[i] = next[i];
    }
    for (int i = 0; i < n; i++)
        s += u[i] * u[i];
    return s;
}
