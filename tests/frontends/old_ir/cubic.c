// Complex numbers and mathematics by intrinsics: by clang 16, -O1.
#include <complex.h>
#include <math.h>

double cubic(double a, double b) {
    double complex z = 0.4 + 0.1 * I;
    for (int i = 0; i < 12; i++) z -= (z * z * z + a * z + b) / (3 * z * z + a);
    return creal(z) * sqrt(1 + cimag(z) * cimag(z)) + exp(-fabs(cimag(z)));
}
