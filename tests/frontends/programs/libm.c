// Functions of the mathematical library, in three precisions.
#include <math.h>
double one(double x) { return sin(x) + cos(x) + tan(x) + asin(x) + acos(x) + atan(x) + sinh(x) + cosh(x) + tanh(x) + exp(x) + exp2(x) + expm1(x) + log(x) + log2(x) + log10(x) + log1p(x) + sqrt(x) + cbrt(x) + erf(x) + erfc(x) + tgamma(x) + lgamma(x); }
double two(double x, double y) { return pow(x, y) + atan2(x, y) + hypot(x, y) + fmod(x, y) + remainder(x, y) + fmax(x, y) + fmin(x, y) + copysign(x, y) + fdim(x, y) + fma(x, y, x) + ldexp(x, 3); }
float single(float x, float y) { return sinf(x) + powf(x, y) + sqrtf(x) + fabsf(y) + floorf(x) + ceilf(y) + roundf(x) + truncf(y) + rintf(x) + nearbyintf(y); }
long whole(double x) { return lround(x) + lrint(x) + llround(x) + (long)floor(x) + ilogb(x); }
double parts(double x) { int e; double i; double m = frexp(x, &e); double f = modf(x, &i); return m + e + i + f + logb(x) + nextafter(x, 1); }
int kinds(double x) { return isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * signbit(x) + 16 * isnormal(x) + fpclassify(x); }
double bessel(double x) { return j0(x) + j1(x) + jn(2, x) + y0(x); }
double powers(double x) { return pow(x, 2) + pow(x, 0.5) + pow(2, x) + pow(x, -3) + __builtin_powi(x, 5); }
double sincosed(double x) { return sin(x) * cos(x); }
