// One-dimensional finite elements: element matrices, global assembly, elimination, energy.
// rz: double energy(const double node[6] in {0.0, 0.7, 1.1, 2.0, 2.6, 3.1}, const double stiff[5] in 1..2)
double energy(const double *node, const double *stiff)
{
    enum { N = 6 };
    double k[N][N] = {{0.0}}, f[N] = {0.0}, u[N], e = 0.0;
    for (int c = 0; c + 1 < N; c++) {
        double h = node[c + 1] - node[c];
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++)
                k[c + i][c + j] += stiff[c] * (i == j ? 1.0 : -1.0) / h;
            f[c + i] += 0.5 * h;
        }
    }
    k[0][0] += 10.0;
    k[N - 1][N - 1] += 10.0;
    for (int p = 0; p < N; p++)
        for (int r = p + 1; r < N; r++) {
            double m = k[r][p] / k[p][p];
            for (int c = p; c < N; c++)
                k[r][c] -= m * k[p][c];
            f[r] -= m * f[p];
        }
    for (int r = N - 1; r >= 0; r--) {
        u[r] = f[r];
        for (int c = r + 1; c < N; c++)
            u[r] -= k[r][c] * u[c];
        u[r] /= k[r][r];
        e += u[r] * u[r] * (r + 1);
    }
    return e;
}
