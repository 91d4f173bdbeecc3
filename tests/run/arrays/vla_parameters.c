// Parameters that are variable-length arrays, `double a[n][m]`.
// rz: void outer(int n=4, int m=3, const double x[n] in, const double y[m] in, double a[n*m] out)
// also: n=0
// also: n=1, m=1
void outer(int n, int m, const double x[n], const double y[m], double a[n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = x[i] * y[j] + (i == j ? x[i] * x[i] : 0.0);
}
