// A two-dimensional heat stencil in time with conductivity as input.
// rz: void heat(double u[n*n] inout, const double k[n*n] in 0.05..0.2, int n=5, int steps=3)
// also: steps=1
void heat(double *u, const double *k, int n, int steps)
{
    double v[64];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n * n; i++)
            v[i] = u[i];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int c = i * n + j;
                u[c] = v[c] + k[c] * (v[c - 1] + v[c + 1] + v[c - n] + v[c + n] - 4 * v[c]);
            }
    }
}
