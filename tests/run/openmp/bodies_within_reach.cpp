// Only bodies within reach of each other interact; far ones by another law.
// rz: double f(const double p[3*n] in, const double m[n] in, int n=10)
#include <cmath>
extern "C" double f(const double *p, const double *m, int n)
{
    double e = 0;
#pragma omp parallel for reduction(+ : e)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double d2 = 0.02;
            for (int k = 0; k < 3; k++)
                d2 += (p[3 * i + k] - p[3 * j + k]) * (p[3 * i + k] - p[3 * j + k]);
            if (d2 > 1.1)
                continue;
            if (d2 > 0.3)
                e -= m[i] * m[j] / std::sqrt(d2);
            else
                e += 0.5 * m[i] * d2;
        }
    }
    return e;
}
