// All threads add at two ends of an array that are far apart.
// rz: double f(const double x[n] in, int n=20000, int m=700)
// also: n=1500
// needs: closed form
// truth: x = np.bincount(arange(4*m)*37 % m, x[n - 1 - arange(4*m)*53 % m], n) + np.bincount(n - 1 - arange(4*m)*53 % m, x[arange(4*m)*37 % m], n)
double f(const double *restrict x, int n, int m)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4 * m; i++)
        sum += x[i * 37 % m] * x[n - 1 - i * 53 % m];
    return sum;
}
