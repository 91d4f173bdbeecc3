// Three loops shared out as one, the last of them backwards, whatever chunks threads ask for.
// rz: double f(const double a[n*m*4] in, const double w[n] in, double y[n*m*4] out, int n=4, int m=5)
extern "C" double f(const double *a, const double *w, double *y, int n, int m)
{
    double worst = 0;
#pragma omp parallel for collapse(3) schedule(dynamic, 3) reduction(+ : worst)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 3; k >= 0; k--) {
                double v = a[(i * m + j) * 4 + k];
                y[(i * m + j) * 4 + k] = v * w[i];
                worst += v * v * w[i] * k;
            }
    return worst;
}
