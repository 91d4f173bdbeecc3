#include <math.h>
static double last_energy;
void push(double *x, double *v, const double *p, int n, double dt) {
    for (int i = 0; i < n; i++) { v[i] -= dt * p[1] * sin(x[i]); x[i] += dt * v[i]; }
    last_energy = v[0];
}
double total(const double *x, int n) { double s = last_energy; for (int i = 0; i < n; i++) s += x[i]*x[i]; return s; }
