// Atomic numbers of the C++ library: stored, loaded and exchanged.
// rz: double f(const double x[n] in, double y[n] out, int n=8)
#include <atomic>
extern "C" double f(const double *x, double *y, int n)
{
    std::atomic<double> place{0.5};
    std::atomic<float> shared{0};
    double sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        sum += place.exchange(x[i] * x[i]);
        shared.store((float)x[1]);
        y[i] = x[i] * shared.load();
    }
    return sum + place.load();
}
