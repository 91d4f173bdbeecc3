// A product over all threads.
// rz: double f(const double x[n] in 0.8..1.2, int n=17)
double f(const double *x, int n)
{
    double p = 1;
#pragma omp parallel for reduction(* : p)
    for (int i = 0; i < n; i++)
        p *= 1 + 0.5 * x[i];
    return p;
}
