// Atomic additions at places that several threads meet.
// rz: void f(const double x[n] in, double h[5] inout, const int k[n] const below 5, int n=33)
void f(const double *x, double *h, const int *k, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        h[k[i]] += x[i] * x[i];
    }
}
