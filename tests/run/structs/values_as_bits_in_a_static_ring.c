// A ring of a function's own that holds numbers and addresses as bits, each moved on by one.
// rz: double f(double x, double y, int n=5)
// needs: no tape
#include <stdint.h>
#include <string.h>
struct slot { int tag; uint64_t bits; };
static struct slot ring[5];
__attribute__((noinline)) static void put(int at, double d, const double *p)
{
    ring[at].tag = p != 0;
    if (p) memcpy(&ring[at].bits, &p, sizeof p);
    else memcpy(&ring[at].bits, &d, sizeof d);
}
__attribute__((noinline)) static double look(int at)
{
    const double *p;
    double d;
    memcpy(&p, &ring[at].bits, sizeof p);
    memcpy(&d, &ring[at].bits, sizeof d);
    return ring[at].tag ? *p * 3 : d;
}
double f(double x, double y, int n)
{
    double own[2] = {x * y, y * y};
    for (int i = 0; i < 5; i++) put(i, x * i, i % 2 ? own + i / 2 : 0);
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct slot last = ring[4];
        for (int k = 4; k > 0; k--) ring[k] = ring[k - 1];
        ring[0] = last;
        s += look(i % 3) * x;
        own[0] += s * 0.25;
    }
    return s;
}
