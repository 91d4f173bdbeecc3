// std::complex iteration z = z*z + c with a data-dependent stop.
// rz: double f(double re -0.6..-0.4, double im 0.3..0.4)
#include <complex>

extern "C" double f(double re, double im)
{
    std::complex<double> c(re, im), z = 0.0;
    for (int i = 0; i < 12 && std::norm(z) < 4.0; i++)
        z = z * z + c;
    return std::abs(z) + std::arg(z * c) + std::norm(z - c);
}
