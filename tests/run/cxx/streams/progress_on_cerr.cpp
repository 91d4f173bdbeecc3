// Progress is logged to std::cerr and by printf to stderr in an iteration.
// rz: double f(double x, int quiet=1)
#include <cstdio>
#include <iostream>
#include <cmath>

extern "C" double f(double x, int quiet)
{
    double v = 1.0;
    for (int i = 0; i < 5; i++) {
        v = 0.5 * (v + x / v);
        if (!quiet) {
            std::cerr << "iteration " << i << ": " << v << std::endl;
            std::fprintf(stderr, "residual %g\n", v * v - x);
        }
    }
    std::clog.flush();
    return v;
}
