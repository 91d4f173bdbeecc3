// The best of all threads is kept under a critical section.
// rz: double f(const double x[n] in, int n=13)
#include <cmath>
struct Best { double value = -1e9; int at = -1; };
extern "C" double f(const double *x, int n)
{
    Best best;
#pragma omp parallel
    {
        Best own;
#pragma omp for nowait
        for (int i = 0; i < n; i++) {
            double v = std::sin(5 * x[i]) * x[i];
            if (v > own.value) {
                own.value = v;
                own.at = i;
            }
        }
#pragma omp critical
        if (own.value > best.value)
            best = own;
    }
    return best.value * best.value + x[best.at];
}
