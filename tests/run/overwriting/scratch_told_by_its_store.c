// What a scratch array held is told by the loop that filled it, in other loops and inner ones.
// rz: double f(const double x[n*m] in, const double c[m] in, const double w[m*m] in, int n=4, int m=5)
// also: n=1, m=1
// also: n=3, m=2
double f(const double *x, const double *c, const double *w, int n, int m)
{
    double z[8], q[8], total = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            z[j] = x[i * m + j] * c[j];
        for (int j = 0; j < m; j++)
            q[j] = z[j] * z[j] + c[j];
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < m; k++)
                sum += w[j * m + k] * q[k] * z[k];
            total += sum * sum * z[j];
        }
        for (int j = 0; j < m; j++) {
            q[j] *= z[j];
            total += q[j] * q[j] * z[j];
        }
    }
    return total;
}
