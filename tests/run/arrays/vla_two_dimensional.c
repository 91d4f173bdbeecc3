// A two-dimensional local VLA as a dynamic-programming table.
// rz: double grid_paths(const double w[n*m] in, int n=4, int m=5)
// also: n=1, m=1
double grid_paths(const double *w, int n, int m)
{
    double t[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = i + j == 0 ? 1.0 : 0.0;
            if (i > 0)
                s += t[i - 1][j];
            if (j > 0)
                s += t[i][j - 1];
            t[i][j] = s * w[i * m + j];
        }
    return t[n - 1][m - 1];
}
