// The integers of a static table have the bits of numbers; they change places at run-time indices.
// rz: double table(double x, double y, int n=7)
// also: n=0
#ifndef REAL
#define REAL float
#endif
#include <string.h>
struct table { REAL weights[4]; struct { double at; long bits; } knots[3]; double sums[2]; };
static struct table filled;
double table(double x, double y, int n)
{
    for (int i = 0; i < 4; i++) filled.weights[i] = (REAL)(x * i);
    for (int i = 0; i < 3; i++) {
        double d = x * i;
        filled.knots[i].at = d * y;
        memcpy(&filled.knots[i].bits, &d, sizeof d);
    }
    for (int i = 0; i < 2; i++) filled.sums[i] = y;
    struct table own = filled;
    double s = 0;
    for (int k = 0; k < n; k++) {
        double d;
        memcpy(&d, &own.knots[k % 3].bits, sizeof d);
        own.sums[k % 2] += own.weights[k % 4] * own.knots[k % 3].at * d;
        long other = own.knots[(k + 1) % 3].bits;
        own.knots[(k + 2) % 3].bits = other;
        s += own.sums[(k + 1) % 2];
    }
    return s;
}
