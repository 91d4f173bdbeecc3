// A region that has no derivative sets where each thread reads, another one reads there.
// rz: double f(const double x[n] in, int n=7)
// also: n=3
static int distance;
static double factor = 1;
#pragma omp threadprivate(distance, factor)

double f(const double *x, int n)
{
    double sum = 0;
#pragma omp parallel
    {
        distance = 2;
        factor = 3;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n - 2; i++)
        sum += factor * x[i + distance] * x[i];
    return sum * factor;
}
