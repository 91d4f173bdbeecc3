// x87 extended and IEEE quadruple precision.
#include <math.h>
long double horner(long double x, const long double *c, int n) { long double r = 0; while (n--) r = r * x + c[n]; return r; }
double narrowed(long double x) { return (double)(sinl(x) + sqrtl(x) + 0.1L); }
long double from(long long i, float f) { return (long double)i * f; }
int compare(long double a, long double b) { return a < b ? -1 : isnan(a) ? 2 : a > b; }
const long double constants[] = {1e4000L, -0.0L, 3.14159265358979323846264338327950288L, 0x1.8p-16440L};
__float128 quad(__float128 a, double b) { return a * b + 1.0Q / 3; }
struct holder { char c; long double x; } held = {'x', 2.5L};
long double read(void) { return held.x + __builtin_infl(); }
