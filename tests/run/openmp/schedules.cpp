// Guided, automatic and run-time schedules, in methods of one class.
// rz: double f(const double x[n] in, double y[n] out, int n=14)
struct model {
    const double *x;
    int n;
    double energy() const
    {
        double s = 0;
#pragma omp parallel for schedule(guided, 2) reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += x[i] * x[i] * x[n - 1 - i];
        return s;
    }
    void response(double *y, double scale) const
    {
#pragma omp parallel for schedule(runtime)
        for (int i = 0; i < n; i++)
            y[i] = scale * x[i] * x[0];
    }
    double mean() const
    {
        double s = 0;
#pragma omp parallel for schedule(auto) reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += x[i];
        return s / n;
    }
};
extern "C" double f(const double *x, double *y, int n)
{
    model m{x, n};
    m.response(y, m.mean());
    return m.energy() * m.mean();
}
