// A number and an array are copied to all threads, which go on with them, each with its own.
// rz: double f(const double x[n] in, const double start[4] in, int n=7)
// also: n=2
static double now;
static double row[4];
#pragma omp threadprivate(now, row)

extern "C" double f(const double *x, const double *start, int n)
{
    double sum = 0;
    now = start[0] * start[1];
    for (int k = 0; k < 4; k++)
        row[k] = start[k] * start[k];
#pragma omp parallel copyin(now, row) reduction(+ : sum)
    {
#pragma omp for
        for (int i = 0; i < n; i++) {
            double before = now, first = row[i % 4];
            now *= x[i];
            row[i % 4] = now + first * x[i];
            sum += now * row[i % 4];
            now = before;
            row[i % 4] = first;
        }
    }
    return sum + now * row[2];
}
