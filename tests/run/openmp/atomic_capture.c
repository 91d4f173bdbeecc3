// What was there before an atomic addition: the sum over all pairs, in whatever order.
// rz: double f(const double x[n] in, int n=10)
double f(const double *x, int n)
{
    double s = 0, pairs = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : pairs)
    for (int i = 0; i < n; i++) {
        double before;
#pragma omp atomic capture
        { before = s; s += x[i] * x[i]; }
        pairs += before * x[i] * x[i];
    }
    return pairs;
}
