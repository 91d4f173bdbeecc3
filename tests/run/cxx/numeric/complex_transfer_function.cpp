// Complex division, exp and polar: the gain of a filter over frequencies.
// rz: double f(const double b[3] in, const double a[2] in 0.1..0.4)
#include <complex>
#include <vector>

using C = std::complex<double>;

extern "C" double f(const double *b, const double *a)
{
    std::vector<C> response;
    for (int k = 0; k < 8; k++) {
        C z = std::polar(1.0, -0.3 * k);
        response.push_back((b[0] + b[1] * z + b[2] * z * z) / (1.0 + a[0] * z + a[1] * z * z));
    }
    double s = 0.0;
    for (const C &r : response)
        s += std::norm(r) + r.real() * 0.5 + (r * std::conj(response[1])).imag();
    return s;
}
