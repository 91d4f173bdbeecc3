// Two producers and one consumer as coroutine-like state structs resumed in turn.
// rz: double interleave(double a, double b, int rounds=7)
// also: rounds=0
// also: rounds=1
#include <math.h>

struct producer {
    int state;
    double v, rate;
};

static double resume(struct producer *p)
{
    switch (p->state) {
    case 0:
        p->state = 1;
        return p->v;
    case 1:
        p->v = sin(p->v * p->rate);
        p->state = 2;
        return p->v * p->v;
    case 2:
        p->v += p->rate;
        p->state = 1;
        return p->v;
    }
    return 0.0;
}

double interleave(double a, double b, int rounds)
{
    struct producer p = {0, a, b}, q = {0, b, a};
    double s = 0.3;
    for (int i = 0; i < rounds; i++) {
        struct producer *turn = (i * i) % 3 ? &p : &q;
        s = s * 0.8 + resume(turn) * s + resume(&p);
    }
    return s + p.v * q.v;
}
