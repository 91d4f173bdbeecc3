// A region in one thread within a region of several: its loop is not shared out again.
// rz: double f(const double x[n*m] in, double y[n] out, int n=6, int m=5, int most=10)
// also: most=2
double f(const double *x, double *y, int n, int m, int most)
{
    double all = 0;
#pragma omp parallel for reduction(+ : all)
    for (int i = 0; i < n; i++) {
        double s = 1;
#pragma omp parallel if (m > most)
        {
#pragma omp for
            for (int j = 0; j < m; j++) {
#pragma omp critical
                s *= 0.5 + x[i * m + j];
            }
#pragma omp single
            s *= s;
        }
        y[i] = s;
        all += s * x[i];
    }
    return all;
}
