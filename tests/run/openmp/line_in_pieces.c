// Cells of a line and their neighbours, in pieces that are shorter or longer than a page of memory.
// rz: double f(const double x[n] in, int n=3000, int m=100)
// also: m=700
// also: n=500, m=3
// needs: closed form
// truth: x = np.pad(x[2:], (0, 2)) + np.pad(x[:-2], (2, 0)) + np.pad(x[1:-1], (0, 2)) + np.pad(x[:-2], (1, 1)) + np.pad(x[2:], (1, 1)) + np.pad(x[1:-1], (2, 0))
static int end(int piece, int n, int m) { return piece * m + m < n - 2 ? piece * m + m : n - 2; }

double f(const double *restrict x, int n, int m)
{
    int pieces = (n - 3 + m) / m;
    double sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp for
        for (int p = 0; p < pieces; p++)
            for (int i = p * m; i < end(p, n, m); i++)
                sum += x[i] * x[i + 2];
#pragma omp for schedule(static, 1)
        for (int p = 0; p < pieces; p++)
            for (int i = p * m; i < end(p, n, m); i++)
                sum += x[i] * x[i + 1];
#pragma omp for schedule(dynamic)
        for (int p = 0; p < pieces; p++)
            for (int i = p * m; i < end(p, n, m); i++)
                sum += x[i + 1] * x[i + 2];
    }
    return sum;
}
