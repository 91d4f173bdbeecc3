// A loop that a league of teams shares.
// rz: double f(const double x[n] in, double y[n] out, int n=8)
// flags: -fopenmp
extern "C" double f(const double *x, double *y, int n)
{
#pragma omp teams num_teams(2)  // error: NoDerivative RZ216
#pragma omp distribute
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    return y[1];
}
