// Sections of two names, one within the other.
// rz: double f(const double x[n] in 0.8..1.2, int n=9)
double f(const double *x, int n)
{
    double p = 1, q = 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical(outer)
        {
            p *= x[i];
#pragma omp critical(inner)
            q *= 1.5 - 0.5 * x[i] * x[i];
        }
#pragma omp critical(inner)
        q *= x[i];
    }
    return p + q;
}
