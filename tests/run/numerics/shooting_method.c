// A boundary value problem by shooting: secant iterations around an integrator.
// rz: double shoot(double length 0.9..1.1, double load 0.5..1)
#include <math.h>

static double fly(double slope, double length, double load)
{
    double y = 0.0, v = slope, h = length / 16;
    for (int i = 0; i < 16; i++) {
        double mid = v - 0.5 * h * load * (1 + y * y);
        y += h * mid;
        v -= h * load * (1 + y * y * 0.5);
    }
    return y;
}

double shoot(double length, double load)
{
    double s0 = 0.0, s1 = 1.0, f0 = fly(s0, length, load), f1 = fly(s1, length, load);
    for (int i = 0; i < 20 && fabs(f1) > 1e-14; i++) {
        double s2 = s1 - f1 * (s1 - s0) / (f1 - f0);
        s0 = s1;
        f0 = f1;
        s1 = s2;
        f1 = fly(s1, length, load);
    }
    return s1 * s1 + fly(s1 * 0.5, length, load);
}
