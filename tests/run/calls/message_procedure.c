// One procedure for several messages, called through a pointer: its other cases never run.
// rz: double f(const double x[n] in, int n=4)
#include <stdlib.h>
#include <string.h>

enum message { CREATE, ADDRESS, ADD, READ };

typedef double procedure(void *to, void *from, enum message what);

static double summing(void *to, void *from, enum message what)
{
    switch (what) {
    case CREATE:
        memset(to, 0, 8);
        return 0;
    case ADDRESS: // never asked for: an address where else a number lies
        *(void **)to = from;
        return 0;
    case ADD:
        *(double *)to += *(double *)from * *(double *)from;
        return 0;
    default:
        return *(double *)to;
    }
}

__attribute__((noinline)) static double drive(procedure *p, const double *x, int n)
{
    char state[8], other[8];
    p(state, 0, CREATE);
    for (int i = 0; i < n; i++) {
        double v = x[i] * (i + 1);
        p(state, &v, ADD);
        memcpy(other, state, 8);
        memcpy(state, other, 8);
    }
    return p(other, 0, READ) * p(state, 0, READ);
}

double f(const double *x, int n)
{
    procedure *table[2] = {summing, summing};
    return drive(table[n & 1], x, n);
}
