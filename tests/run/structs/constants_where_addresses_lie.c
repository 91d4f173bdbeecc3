// Numbers that are constants, moved as integers into words that are addresses at other times.
// rz: double f(double x, double y)
// needs: no tape
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct cell { int tag; union { double number; const double *place; } as; };
double f(double x, double y)
{
    const int n = y > 0 ? 30 : 20;
    const double own = x * x;
    struct cell *v = malloc(n * sizeof *v);
    const uint64_t bits = 0x3fe8000000000000; /* 0.75 */
    for (int i = 0; i < n; i++) {
        v[i].tag = i % 7 == 3;
        if (v[i].tag) v[i].as.place = &own;
        else if (i % 2) memcpy(&v[i].as, &bits, sizeof bits);
        else v[i].as.number = x * i;
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        if (v[i].tag == 0) v[i].as.number = v[i].as.number * 0.5 + x * y;
        else s += *v[i].as.place * x;
        v[i] = v[(i * 11 + 2) % n];
    }
    for (int i = 0; i < n; i++) s += v[i].tag ? *v[i].as.place * y : v[i].as.number * x * i * y;
    free(v);
    return s;
}
