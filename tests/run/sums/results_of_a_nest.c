// A product of matrices: rows of results, each by an inner loop.
// rz: void f(const double a[n*m] in, const double b[m*k] in, double c[n*k] out, int n=3, int m=4, int k=2)
// also: n=1, k=3
// also: m=1
void f(const double *restrict a, const double *restrict b, double *restrict c, int n, int m, int k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            double s = 0;
            for (int l = 0; l < m; l++)
                s += a[i * m + l] * b[l * k + j];
            c[i * k + j] = s * s;
        }
}
