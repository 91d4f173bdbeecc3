// Five points on a torus with `int` indices; rows above and below belong to the same array.
// rz: void torus(const double u[n*m] in, double v[n*m] out, int n=5, int m=19, double c=0.4)
// also: n=1, m=1
// also: n=2, m=2
// also: n=3, m=17
// also: n=4, m=3
void torus(const double *restrict u, double *restrict v, int n, int m, double c)
{
    for (int i = 0; i < n; i++) {
        int up = (i == 0 ? n - 1 : i - 1) * m, down = (i == n - 1 ? 0 : i + 1) * m;
        for (int j = 0; j < m; j++) {
            int left = i * m + (j == 0 ? m - 1 : j - 1), right = i * m + (j != m - 1 ? j + 1 : 0);
            double here = u[i * m + j];
            v[i * m + j] = here * here
                + c * (u[up + j] + u[down + j] * u[left] + u[right] - 4 * here);
        }
    }
}
