// flags: -ffast-math
// Every fast-math flag at once.
#include <math.h>
double norm(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return sqrt(s); }
float smooth(float x) { return x > 0 ? logf(1 + expf(-x)) : -x + logf(1 + expf(x)); }
double ratio(double a, double b) { return a / b / a - (a + b) * 0; }
double clipped(double x) { return fmin(fmax(x, -1), 1); }
void softmax(float *x, int n) { float m = x[0], s = 0; for (int i = 1; i < n; i++) m = fmaxf(m, x[i]); for (int i = 0; i < n; i++) s += x[i] = expf(x[i] - m); for (int i = 0; i < n; i++) x[i] /= s; }
