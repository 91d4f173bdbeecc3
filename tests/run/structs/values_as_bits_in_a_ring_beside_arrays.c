// A static ring of numbers and addresses as bits, between arrays of numbers of the same struct.
// rz: double f(double x, double y, int n=5)
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
static struct { double before[3]; struct slot ring[5]; double after[3]; } all;
double f(double x, double y, int n)
{
    double own[2] = {x * y, y * y};
    for (int i = 0; i < 3; i++) all.before[i] = x * i, all.after[i] = y * i;
    for (int i = 0; i < 5; i++) put(all.ring + i, x * i, i % 2 ? own + i / 2 : 0);
    double s = 0;
    for (int i = 0; i < n; i++) {
        all.before[i % 3] += x * i;
        all.after[i * 2 % 3] += y * all.before[(i + 1) % 3];
        struct slot last = all.ring[4];
        for (int k = 4; k > 0; k--) all.ring[k] = all.ring[k - 1];
        all.ring[0] = last;
        s += look(all.ring + i % 3) * x;
        own[0] += s * 0.25;
    }
    return s + all.after[n % 3];
}
