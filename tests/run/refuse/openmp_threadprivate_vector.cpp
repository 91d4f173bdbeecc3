// Each thread has a vector of its own, whose memory stays.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
#include <vector>
static thread_local std::vector<double> work;
extern "C" double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)  // error: NoDerivative RZ216
    for (int i = 0; i < n; i++) {
        work.assign(3, x[i]);
        work[1] *= x[i];
        s += work[1] * work[2];
    }
    return s;
}
