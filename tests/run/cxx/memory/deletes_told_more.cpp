// Deletes that are told more than the address: sizes, alignments beyond the usual, in a loop.
// rz: double f(const double x[n] in, int n=5)
// also: n=1
#include <cstddef>
#include <new>

struct alignas(128) Wide {
    double v[4];
};

extern "C" double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        Wide *wide = new Wide{{x[i], x[i] * x[n - 1 - i], 2.0, s}};
        Wide *several = new Wide[2]{{{x[0] * s, x[i]}}, *wide};
        s += wide->v[1] * several[1].v[0] + several[0].v[0] * several[0].v[1];
        delete[] several;
        delete wide;
        double *plain = new double(x[i] * s);
        s += *plain * 0.1;
        ::operator delete(plain, sizeof(double));
    }
    return s;
}
