// Rows of three dimensions, with neighbours in each: some in the same pages of memory as other threads' rows.
// rz: double f(const double x[n*m*l] in, int n=4, int m=3, int l=530)
// also: n=7, m=6, l=20
// also: n=3, m=40, l=9
// needs: closed form
// truth: x = (np.pad(x.reshape(n, m, l)[2:], ((0, 2), (0, 0), (0, 0))) + np.pad(x.reshape(n, m, l)[:-2], ((2, 0), (0, 0), (0, 0))) + np.pad(x.reshape(n, m, l)[:, 2:], ((0, 0), (0, 2), (0, 0))) + np.pad(x.reshape(n, m, l)[:, :-2], ((0, 0), (2, 0), (0, 0))) + np.pad(x.reshape(n, m, l)[:, :, 2:], ((0, 0), (0, 0), (0, 2))) + np.pad(x.reshape(n, m, l)[:, :, :-2], ((0, 0), (0, 0), (2, 0)))).reshape(-1)
struct Space {
    const double *at;
    int m, l;
    const double *row(int i, int j) const { return at + (i * m + j) * l; }
};

extern "C" double f(const double *x, int n, int m, int l)
{
    Space space{x, m, l};
    double sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp for collapse(2) schedule(dynamic, 2) nowait
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < l; k++)
                    sum += space.row(i - 1, j)[k] * space.row(i + 1, j)[k];
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 1; j < m - 1; j++)
                for (int k = 0; k < l; k++)
                    sum += space.row(i, j - 1)[k] * space.row(i, j + 1)[k];
#pragma omp for collapse(2) schedule(static, 1)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int k = 1; k < l - 1; k++)
                    sum += space.row(i, j)[k - 1] * space.row(i, j)[k + 1];
    }
    return sum;
}
