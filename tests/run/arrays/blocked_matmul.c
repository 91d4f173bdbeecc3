// A blocked (tiled) matrix product with ragged edges.
// rz: void tiled(const double a[n*n] in, const double b[n*n] in, double c[n*n] inout, int n=5)
// also: n=1
// also: n=2
enum { BLOCK = 2 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

void tiled(const double *a, const double *b, double *c, int n)
{
    for (int ii = 0; ii < n; ii += BLOCK)
        for (int kk = 0; kk < n; kk += BLOCK)
            for (int jj = 0; jj < n; jj += BLOCK)
                for (int i = ii; i < least(ii + BLOCK, n); i++)
                    for (int k = kk; k < least(kk + BLOCK, n); k++) {
                        double f = a[i * n + k];
                        for (int j = jj; j < least(jj + BLOCK, n); j++)
                            c[i * n + j] += f * b[k * n + j];
                    }
}
