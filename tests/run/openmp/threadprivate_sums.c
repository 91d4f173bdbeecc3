// Each thread adds up in variables of its own in one region; another one adds these to the result.
// rz: double f(const double x[n] in, const double w[n] in, int n=10)
// also: n=3
static double total;
static double weighted[2];
#pragma omp threadprivate(total, weighted)

double f(const double *x, const double *w, int n)
{
    double result = 0;
#pragma omp parallel
    {
        total = 0;
        weighted[0] = weighted[1] = 0;
#pragma omp for
        for (int i = 0; i < n; i++) {
            total += x[i] * x[i];
            weighted[i % 2] += w[i] * x[i];
        }
    }
#pragma omp parallel
    {
#pragma omp critical
        result += total + 2 * weighted[0] + 3 * weighted[1];
    }
    return result * result;
}
