// Structs copied whole, with the bits of a number in one of their integers.
// rz: double f(double x, double y)
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct word { uint64_t bits; int tag; };
static struct word number(double d) { struct word c; c.tag = 0; memcpy(&c.bits, &d, sizeof d); return c; }
static double value(struct word c) { double d; memcpy(&d, &c.bits, sizeof d); return d; }
double f(double x, double y)
{
    const int n = y > 0 ? 30 : 20;
    struct word *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) v[i] = number(x * i);
    for (int i = 0; i + 1 < n; i++) v[i] = v[(i * 7 + 3) % n];
    double s = 0;
    for (int i = 0; i < n; i++) s += value(v[i]) * x * i * y;
    free(v);
    return s;
}
