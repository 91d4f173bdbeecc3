// Threads go on with variables of their own from region to region, with others between them.
// rz: double f(const double x[n] in, int n=5, int steps=3)
// also: n=2, steps=1
static double part, moved;
#pragma omp threadprivate(part, moved)

double f(const double *x, int n, int steps)
{
    double sum = 0;
#pragma omp parallel
    {
        part = 0;
        moved = 1;
    }
    for (int t = 0; t < steps; t++) {
#pragma omp parallel
        {
            moved = 0.5 * moved * x[t % n];
#pragma omp for schedule(static, 1)
            for (int i = 0; i < n; i++)
                part += moved * x[i] * x[i];
        }
        double all = 0;
#pragma omp parallel reduction(+ : all)
        all += part;
        sum += all * all;
    }
    return sum;
}
