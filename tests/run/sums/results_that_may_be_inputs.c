// The place of a result may be an input, as far as the function knows.
// rz: void f(const double a[n*d] in, const double x[d] in, double y[n] out, int d=3, int n=5)
// also: n=1
void f(const double *a, const double *x, double *y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j];
        y[i] = s;
    }
}
