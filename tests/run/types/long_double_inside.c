// double in and out, long double accumulators and structs inside.
// rz: double dot(const double x[n] in, const double y[n] in, int n=8)
// also: n=0
struct sum {
    long double high;
    int terms;
    long double low;
};

double dot(const double *x, const double *y, int n)
{
    struct sum s = {0.0L, 0, 0.0L};
    for (int i = 0; i < n; i++) {
        s.high += (long double)x[i] * y[i];
        s.low += s.high * 0.25L;
        s.terms++;
    }
    return (double)(s.high * s.low) + s.terms;
}
