// A compare-and-exchange of the program's own, in a loop.
// rz: double f(const double x[n] in 0.7..1.3, int n=9)
#include <atomic>
extern "C" double f(const double *x, int n)
{
    std::atomic<double> product{1.0};
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        double seen = product.load();
        while (!product.compare_exchange_weak(seen, seen * x[i] * x[i]))
            ;
    }
    return product.load() * x[0];
}
