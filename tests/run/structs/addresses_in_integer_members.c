// Addresses kept in members that are integers, as interpreters and plugins have them.
// rz: double f(double x, double y)
#include <stdint.h>
#include <stdlib.h>
struct word { uintptr_t bits; int tag; };
double f(double x, double y)
{
    const int n = y > 0 ? 30 : 20;
    double own[2] = {x * x, y};
    struct word *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) {
        v[i].bits = (uintptr_t)&own[i % 2];
        v[i].tag = i % 3;
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        double *at = (double *)v[i].bits;
        s += *at * y;
        if (v[i].tag == 1) *at = s * 0.05;
    }
    free(v);
    return s;
}
