// Threads share vectors, and each has one of its own.
// rz: double f(const double x[n] in, double y[n] out, int n=14)
#include <cmath>
#include <vector>
extern "C" double f(const double *x, double *y, int n)
{
    std::vector<double> shared(n);
    double s = 0;
#pragma omp parallel
    {
        std::vector<double> own(3);
#pragma omp for
        for (int i = 0; i < n; i++) {
            own[i % 3] = x[i] * x[i];
            shared[i] = own[i % 3] * std::sin(x[i]);
        }
#pragma omp for reduction(+ : s)
        for (int i = 0; i < n; i++) {
            y[i] = shared[(i + 3) % n] * shared[i];
            s += y[i];
        }
    }
    return s;
}
