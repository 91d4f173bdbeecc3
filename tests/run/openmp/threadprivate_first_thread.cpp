// The first thread's own variable is set before a region, used in it, and read behind it.
// rz: double f(const double x[n] in, int n=6)
// also: n=1
namespace {
thread_local double mine = 3;
thread_local double last[2] = {1, 2};
}

extern "C" double f(const double *x, int n)
{
    double sum = 0;
    mine = x[0] * x[n - 1];
#pragma omp parallel
    {
#pragma omp master
        {
            last[0] = mine * x[0];
            mine = mine * mine;
        }
#pragma omp for
        for (int i = 0; i < n; i++) {
            last[1] = x[i] * x[i];
#pragma omp atomic
            sum += last[1] * x[i];
        }
    }
    return sum * mine + last[0];
}
