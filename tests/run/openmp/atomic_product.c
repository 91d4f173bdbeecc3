// Atomic products, quotients and differences from a number.
// rz: double f(const double x[n] in 0.8..1.2, int n=9)
double f(const double *x, int n)
{
    double p = 1.5, q = 2;
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
#pragma omp atomic
        p *= v;
#pragma omp atomic
        q /= x[i];
#pragma omp atomic
        p *= x[(i + 1) % n];
    }
    return p * q + p;
}
