// A ring of the heap whose elements are moved on one by one: numbers and addresses as bits.
// rz: double f(double x, double y, int n=5)
// also: n=0
// needs: no tape
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
struct slot { int tag; uint64_t bits; };
__attribute__((noinline)) static void put(struct slot *s, double d, const double *p)
{
    s->tag = p != 0;
    if (p) memcpy(&s->bits, &p, sizeof p);
    else memcpy(&s->bits, &d, sizeof d);
}
__attribute__((noinline)) static double look(const struct slot *s)
{
    const double *p;
    double d;
    memcpy(&p, &s->bits, sizeof p);
    memcpy(&d, &s->bits, sizeof d);
    return s->tag ? *p * 3 : d;
}
double f(double x, double y, int n)
{
    double own[2] = {x * y, y * y};
    struct slot *ring = malloc((n > 20 ? n : 5) * sizeof *ring);
    put(ring, x, 0);
    put(ring + 1, 0, own);
    put(ring + 2, x * y, 0);
    put(ring + 3, 0, own + 1);
    put(ring + 4, y, 0);
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct slot last = ring[4];
        for (int k = 4; k > 0; k--) ring[k] = ring[k - 1];
        ring[0] = last;
        s += look(ring + i % 3) * x;
        own[0] += s * 0.25;
    }
    s += look(ring + 4);
    free(ring);
    return s;
}
