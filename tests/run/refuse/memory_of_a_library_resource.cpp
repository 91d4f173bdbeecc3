// A resource of the library hands out the memory of a vector: nobody sees which.
// rz: double f(const double x[n] in, int n=4)
#include <cmath>
#include <memory_resource>
#include <vector>

extern "C" double f(const double *x, int n)
{
    alignas(16) char room[4096];
    std::pmr::monotonic_buffer_resource pool(room, sizeof room); // error: NoDerivative RZ201
    std::pmr::vector<double> a(n, &pool);
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += std::sin(a[i]) * a[(i + 1) % n];
    return s;
}
