// Rows dealt out to threads, each a loop for vectors.
// rz: double f(const double a[n*m] in, double y[n] out, int n=6, int m=7)
extern "C" double f(const double *a, double *y, int n, int m)
{
    double total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++) {
        double s = 0;
#pragma omp simd reduction(+ : s)
        for (int j = 0; j < m; j++)
            s += a[i * m + j] * a[i * m + j];
        y[i] = s * a[i * m];
        total += s * s;
    }
    return total;
}
