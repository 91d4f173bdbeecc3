// A word that is the place of a number, or a root or a logarithm where there is one: asked first.
// rz: double chosen(const double x[4] in 0.2..1.2, int n=1)
// also: n=2
// flags: -fno-math-errno
// also: n=3
#include <math.h>

struct word { int tag; union { double d; const double *at; } u; };

static inline struct word number(double d) { struct word w; w.tag = 0; w.u.d = d; return w; }
static inline struct word place(const double *at) { struct word w; w.tag = 1; w.u.at = at; return w; }
static __attribute__((noinline)) double value(struct word w) { return w.tag ? *w.u.at : w.u.d; }

double chosen(const double *x, int n)
{
    double least = x[0] - 2.0, other = x[1] * x[1] - 1.5, s = 0;
    for (int i = 0; i < 4; i++) {
        struct word w = number(least > 0.1 ? sqrt(least) : x[2]);
        if (i % n)
            w = place(x + i);
        struct word v = number(other > 0 ? log(other) * x[3] : 0.5);
        if ((i + n) % 2)
            v = w;
        s = s * x[3] + value(w) * (i + 1) + value(v);
        least += 0.5;
        other += 0.75;
    }
    return s;
}
