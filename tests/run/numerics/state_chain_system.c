// Two states, one of them a float, coupled through products of products; a third only sums.
// rz: double chain(const double w[n] in, double out[n] out, int n=15, double x=0.3, float y=0.8)
// also: n=1
// tolerance: loose
double chain(const double *w, double *out, int n, double x, float y)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double h = 0.1 * w[i], t = h * (x * (1.5 - y) - x * x * w[i]);
        y += (float)(h * (x - y) * (2 - x));
        x += t - h * x;
        sum += x * t;
        out[i] = sum;
    }
    return x + y;
}
