// Small structs of floats and integers come back in one register; what lies beside the float is
// chosen, counted in a loop, or a constant of a case.
// rz: double walk(double x=1.3, int n=5)
// also: n=0
// also: n=1
// also: n=2
#ifndef REAL
#define REAL float
#endif
struct before {
    REAL v;
    int s;
};

struct behind {
    int s;
    REAL v;
};

struct pair {
    REAL a, b;
    int s;
};

__attribute__((noinline)) static struct before chosen(REAL x)
{
    struct before r = {x * x, (int)x};
    if (x < 0) {
        r.v = -x;
        r.s = -7;
    }
    return r;
}

__attribute__((noinline)) static struct behind counted(REAL x, int n)
{
    struct behind r = {1, x};
    for (int i = 0; i < n; i++) {
        if (i & 1) {
            r.s = i;
            r.v *= x;
        } else {
            r.s += 2;
        }
    }
    return r;
}

__attribute__((noinline)) static struct pair cased(REAL x, int n)
{
    struct pair r = {x, x * x, 3};
    switch (n) {
    case 0: r.a = x * x * x; r.s = 5; break;
    case 1: r.b = 2 * x; r.s = n + 7; break;
    default: r.s = (int)x;
    }
    return r;
}

double walk(double x, int n)
{
    struct before p = chosen((REAL)x), q = chosen((REAL)-x);
    struct behind r = counted((REAL)x, n);
    struct pair s = cased((REAL)x, n);
    return p.v * p.s + q.v * q.s + r.v * r.s + s.a * s.b * s.s;
}
