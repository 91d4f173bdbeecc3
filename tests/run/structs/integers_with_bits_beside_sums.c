// Integers by name have the bits of numbers, in a struct with an array of numbers beside.
// rz: double table(double x, double y, int n=7)
// also: n=0
#include <stdlib.h>
#include <string.h>
struct table { struct { double at; long bits; } knots[3]; double sums[2]; };
static long bits(double d) { long b; memcpy(&b, &d, sizeof b); return b; }
static double number(long b) { double d; memcpy(&d, &b, sizeof d); return d; }
double table(double x, double y, int n)
{
    struct table *t = malloc(sizeof *t);
    for (int i = 0; i < 3; i++) t->knots[i].at = x * y * i, t->knots[i].bits = bits(x * i);
    for (int i = 0; i < 2; i++) t->sums[i] = y;
    double s = 0;
    for (int k = 0; k < n; k++) {
        t->sums[k % 2] += t->knots[k % 3].at * number(t->knots[k % 3].bits);
        long other = t->knots[(k + 1) % 3].bits;
        t->knots[(k + 2) % 3].bits = other;
        s += t->sums[(k + 1) % 2];
    }
    free(t);
    return s;
}
