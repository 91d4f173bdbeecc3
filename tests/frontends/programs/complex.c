// Complex arithmetic: multiplication and division with their run-time calls, parts, functions.
#include <complex.h>
double _Complex product(double _Complex a, double _Complex b) { return a * b; }
float _Complex quotient(float _Complex a, float _Complex b) { return a / b; }
long double _Complex wide(long double _Complex a) { return a * a + 1.0L; }
double modulus(double x, double y) { double _Complex z = x + y * I; return creal(z) * creal(z) + cimag(z) * cimag(z) + cabs(cexp(z)); }
void transform(double _Complex *out, const double _Complex *in, int n) {
  for (int k = 0; k < n; k++) { out[k] = 0; for (int j = 0; j < n; j++) out[k] += in[j] * cexp(-2 * 3.14159265358979 * I * j * k / n); }
}
int equal(float _Complex a, float _Complex b) { return a == b && conjf(a) != ~b; }
double _Complex constant = 1.0 + 2.0 * I;
