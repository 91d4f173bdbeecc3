// An outer loop reads one entry of what its inner loop reads all of: increments are set aside.
// rz: double f(const double a[n*n] in, const double x[n] in, int n=5, int rounds=3)
// also: n=1, rounds=1
// also: n=2, rounds=0
double f(const double *restrict a, const double *restrict x, int n, int rounds)
{
    double total = 0;
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < n; i++) {
            double sum = r;
            for (int j = 0; j < n; j++)
                sum += a[i * n + j] * x[j];
            total += x[i] * sum * sum;
        }
    return total;
}
