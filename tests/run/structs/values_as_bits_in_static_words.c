// Numbers and addresses in static words that are moved on, what they are in an array beside.
// rz: double f(double x, double y, int n=5)
// needs: no tape
#include <stdint.h>
#include <string.h>
static uint64_t ring[5];
static int tag[5];
__attribute__((noinline)) static void put(int at, double d, const double *p)
{
    tag[at] = p != 0;
    if (p) memcpy(&ring[at], &p, sizeof p);
    else memcpy(&ring[at], &d, sizeof d);
}
__attribute__((noinline)) static double look(int at)
{
    const double *p;
    double d;
    memcpy(&p, &ring[at], sizeof p);
    memcpy(&d, &ring[at], sizeof d);
    return tag[at] ? *p * 3 : d;
}
double f(double x, double y, int n)
{
    double own[2] = {x * y, y * y};
    for (int i = 0; i < 5; i++) put(i, x * i, i % 2 ? own + i / 2 : 0);
    double s = 0;
    for (int i = 0; i < n; i++) {
        uint64_t last = ring[4];
        int t = tag[4];
        for (int k = 4; k > 0; k--) ring[k] = ring[k - 1], tag[k] = tag[k - 1];
        ring[0] = last;
        tag[0] = t;
        s += look(i % 3) * x;
        own[0] += s * 0.25;
    }
    return s;
}
