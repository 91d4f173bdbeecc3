// The smallest of some distances, by atomic comparisons in a method.
// flags: -fopenmp-version=51
// rz: double f(const double x[n] in, int n=12)
struct nearest {
    double best = 1e3;
    void see(double d)
    {
#pragma omp atomic compare
        if (d < best) { best = d; }
    }
};
extern "C" double f(const double *x, int n)
{
    nearest found;
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 1; i < n; i++)
        found.see(x[i] * x[i] + 0.1 * x[0]);
    return found.best * found.best;
}
