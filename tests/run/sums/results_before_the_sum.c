// A place is read and stored twice in a turn, before and behind the loop that adds up.
// rz: void f(const double a[n*d] in, const double x[d] in, double y[n] inout, int d=3, int n=5)
// also: n=1
void f(const double *restrict a, const double *restrict x, double *restrict y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = y[i] * x[0];
        y[i] = s * s;
        for (int j = 0; j < d; j++) {
            s += a[i * d + j] * x[j] * y[i];
            y[i] = 0.5 * y[i] + 0.25 * s;
        }
        y[i] = s + 0.5 * y[i];
    }
}
