// An inner region that one thread runs goes through all of a row that others read, too.
// rz: double f(const double x[m] in, double y[n] out, int n=8, int m=6, int most=100)
// also: most=2
double f(const double *restrict x, double *restrict y, int n, int m, int most)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
#pragma omp parallel for if (m > most) reduction(+ : s)
        for (int j = 0; j < m; j++)
            s += x[j] * x[j] * (i + 1);
        y[i] = s;
    }
    return y[0] * y[n - 1];
}
