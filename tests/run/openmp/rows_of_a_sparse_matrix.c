// A sparse matrix times a vector, row by row.
// rz: void f(const double a[nz] in, const double x[n] in, double y[n] out, const int at[nz] const below 7, int n=7, int nz=21)
void f(const double *a, const double *x, double *y, const int *at, int n, int nz)
{
    int per = nz / n;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = i * per; k < (i + 1) * per; k++)
            s += a[k] * x[at[k]];
        y[i] = s * s;
    }
}
