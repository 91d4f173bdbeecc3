// Threads have addresses of their own: of an array that all share, and of one that each has.
// rz: double f(const double x[n] in, int n=8)
// also: n=1
static const double *data;
static double cells[3];
static double *cell;
#pragma omp threadprivate(data, cells, cell)

static double product(int i)
{
    cell[0] = data[i] * data[i];
    cell[1] = cell[0] * data[0];
    return cells[1] + cells[2] * cells[1];
}

extern "C" double f(const double *x, int n)
{
    double sum = 0;
    data = x;
#pragma omp parallel copyin(data) reduction(+ : sum)
    {
        cell = cells + 1;
#pragma omp for
        for (int i = 0; i < n; i++)
            sum += product(i);
    }
    return sum;
}
