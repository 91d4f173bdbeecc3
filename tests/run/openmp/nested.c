// A region within a region.
// rz: double f(const double x[n*m] in, double y[n] out, int n=5, int m=6)
double f(const double *x, double *y, int n, int m)
{
    double all = 0;
#pragma omp parallel for reduction(+ : all)
    for (int i = 0; i < n; i++) {
        double s = 0;
#pragma omp parallel for reduction(+ : s) num_threads(2)
        for (int j = 0; j < m; j++)
            s += x[i * m + j] * x[i * m + j];
        y[i] = s * s;
        all += s * x[i];
    }
    return all;
}
