// Two loops shared out as one.
// rz: double f(const double a[n*m] in, const double x[m] in, int n=5, int m=7)
double f(const double *a, const double *x, int n, int m)
{
    double s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i * m + j] * a[i * m + j] * x[j];
    return s;
}
