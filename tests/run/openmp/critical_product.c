// A critical section multiplies: its derivative depends on what came before.
// rz: double f(const double x[n] in 0.8..1.2, double seen[n] out, int n=11)
double f(const double *x, double *seen, int n)
{
    double p = 1, q = 1;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        seen[i] = v;
#pragma omp critical
        {
            p = p * v;
            q = q * (0.5 + v) ;
        }
    }
    return p * q;
}
