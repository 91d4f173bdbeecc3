// Rows above and below, which are shorter or longer than a page of memory: static, one by one, as they come.
// rz: double f(const double x[n*m] in, int n=9, int m=600)
// also: n=60, m=37
// also: n=20, m=5
// needs: closed form
// truth: x = np.pad(x[2*m:], (0, 2*m)) + np.pad(x[:-2*m], (2*m, 0)) + np.pad(x[m:-m], (0, 2*m)) + np.pad(x[:-2*m], (m, m)) + np.pad(x[2*m:], (m, m)) + np.pad(x[m:-m], (2*m, 0))
double f(const double *restrict x, int n, int m)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            sum += x[(i - 1) * m + j] * x[(i + 1) * m + j];
#pragma omp parallel for reduction(+ : sum) schedule(static, 1)
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            sum += x[i * m + j] * x[(i - 1) * m + j];
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
    for (int i = n - 2; i > 0; i--)
        for (int j = m - 1; j >= 0; j--)
            sum += x[i * m + j] * x[(i + 1) * m + j];
    return sum;
}
