// Gauss and Seidel: the outer loop writes what the inner loop reads, so nothing may be set aside.
// rz: double f(const double a[n*n] in -0.2..0.2, double x[n] inout, int n=5, int rounds=3)
// also: n=1, rounds=2
double f(const double *a, double *x, int n, int rounds)
{
    double total = 0;
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++)
                sum += a[i * n + j] * x[j];
            double old = x[i];
            total += old * sum;
            x[i] = old * 0.5 + sum + a[i * n];
        }
    return total;
}
