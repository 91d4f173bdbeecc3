// The largest and the smallest number, by atomic comparisons.
// flags: -fopenmp-version=51
// rz: double f(const double x[n] in, int n=13)
double f(const double *x, int n)
{
    double most = 0, least = 100;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
#pragma omp atomic compare
        if (v > most) { most = v; }
#pragma omp atomic compare
        if (v < least) { least = v; }
    }
    return most * most + 3 * least;
}
