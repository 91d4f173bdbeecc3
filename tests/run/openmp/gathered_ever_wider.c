// Threads read here and there in a part of an array, and then in one eight times as large, and so on.
// rz: double f(const double x[n] in, int n=15000, int m=2000)
// also: n=70, m=300
// needs: closed form
// truth: x = x * np.bincount(concatenate((arange(m)*7919 % (n // 64 + 1), arange(m)*7919 % (n // 8 + 1), arange(m)*7919 % n)), None, n)
double f(const double *restrict x, int n, int m)
{
    double sum = 0;
#pragma omp parallel reduction(+ : sum)
    for (int part = 64; part > 0; part /= 8) {
        int size = part == 1 ? n : n / part + 1;
#pragma omp for nowait
        for (int i = 0; i < m; i++)
            sum += 0.5 * x[i * 7919 % size] * x[i * 7919 % size];
    }
    return sum;
}
