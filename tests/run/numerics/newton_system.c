// Newton's method for two equations with a Jacobian inverted by hand, stopping on the residual.
// rz: double intersect(double a 1..2, double b 0.5..1)
#include <math.h>

double intersect(double a, double b)
{
    double x = 1.0, y = 0.5;
    for (int i = 0; i < 50; i++) {
        double f = x * x + y * y - a * a, g = x * y - b * 0.3;
        if (fabs(f) + fabs(g) < 1e-14)
            break;
        double det = 2 * x * x - 2 * y * y;
        x -= (f * x - g * 2 * y) / det;
        y -= (g * 2 * x - f * y) / det;
    }
    return x * 2.0 + y * y;
}
