// A struct {double, int, double} with a hole is copied by memcpy and by value.
// rz: double holes(const double x[2*n] in, int n=4)
// also: n=1
#include <string.h>

struct gap {
    double head;
    int n;
    double tail;
};

__attribute__((noinline)) static double use(struct gap g)
{
    return g.head * g.tail + g.n;
}

double holes(const double *x, int n)
{
    struct gap all[6], copy[6];
    for (int i = 0; i < n; i++)
        all[i] = (struct gap){x[2 * i], i, x[2 * i + 1] * x[2 * i]};
    memcpy(copy, all, sizeof(struct gap) * (size_t)n);
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        all[i].head = 0.0;
        s += use(copy[i]) + use(all[i]);
    }
    return s;
}
