// Atomic writes: of one number by all iterations, the last of which wins, and of places of their own.
// rz: double f(const double x[n] in, double y[n] out, const int k[n] const perm, int n=12)
double f(const double *x, double *y, const int *k, int n)
{
    double s = 0;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        double v = x[0] * x[n - 1], w = x[i] * x[i] * x[k[i]];
#pragma omp atomic write
        s = v;
#pragma omp atomic write
        y[k[i]] = w;
    }
    return s * x[1];
}
