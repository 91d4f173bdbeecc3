// A part of a loop runs in the order of its iterations, and some iterations have none.
// rz: double f(const double x[n] in, double y[n] out, int n=13)
// also: n=1
double f(const double *x, double *y, int n)
{
    double s = 1;
#pragma omp parallel for ordered schedule(dynamic, 2)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
        if (i % 4 != 2) {
#pragma omp ordered
            {
                s = s * 0.5 + v * s;
                y[i] = s * v;
            }
        } else {
            y[i] = v * v;
        }
    }
    return s;
}
