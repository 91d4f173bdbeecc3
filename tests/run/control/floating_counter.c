// The loop counter is a floating number; the trip count follows from rounding.
// rz: double integral(double a, double b)
#include <math.h>

double integral(double a, double b)
{
    double s = 0.0;
    for (double t = 0.0; t < 1.0; t += 0.125)
        s += exp(-a * t) * cos(b * t) * 0.125;
    return s;
}
