#include <math.h>
static void refine(double *y, double a, double t, double h, int depth) {
    double k = a * y[0] - y[1], m = sin(y[0] + t);
    if (depth > 0 && fabs(h * k) > 0.02) { refine(y, a, t, h/2, depth-1); refine(y, a, t + h/2, h/2, depth-1); return; }
    y[0] += h * k; y[1] += h * m;
}
double run(double a, double y0, int steps) {
    double y[2] = {y0, 0.3};
    for (int t = 0; t < steps; t++) // time
        refine(y, a, t * 0.05, 0.05, 4);
    return y[0] * y[1];
}
