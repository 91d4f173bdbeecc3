// Structs copied whole, with an address in one of their integers; the address was put there bytewise.
// rz: double f(double x, double y)
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct word { uint64_t bits; int tag; };
__attribute__((noinline)) static void turn(struct word *v, int n)
{
    struct word first = v[0];
    for (int i = 0; i + 1 < n; i++) v[i] = v[i + 1];
    v[n - 1] = first;
}
double f(double x, double y)
{
    const int n = y > 0 ? 7 : 5;
    double own[3] = {x * x, y, x * y};
    struct word *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) {
        double *at = own + i % 3;
        memcpy(&v[i].bits, &at, sizeof at);
        v[i].tag = i;
    }
    double s = 0;
    for (int k = 0; k < 4; k++) {
        turn(v, n);
        for (int i = 0; i < n; i++) {
            double *at;
            memcpy(&at, &v[i].bits, sizeof at);
            s += *at * (v[i].tag + k);
            *at *= 0.75;
        }
    }
    free(v);
    return s;
}
