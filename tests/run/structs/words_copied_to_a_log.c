// Words copied into a log from which nothing is read again but what the addresses lead to.
// rz: double f(double x, double y, double a, int n=5)
// needs: no tape
#include <stdlib.h>
#include <string.h>
union word { double d; double *r; };
struct entry { int tag; union word w; };
static __attribute__((noinline)) struct entry made(int tag, double d, double *r)
{
    struct entry e;
    e.tag = tag;
    if (tag) e.w.r = r;
    else e.w.d = d;
    return e;
}
double f(double x, double y, double a, int n)
{
    double own[2] = {x * a, y * y}, s = 0;
    struct entry *log = malloc(n * sizeof *log), last = made(0, a, 0);
    for (int i = 0; i < n; i++) {
        struct entry now = made(i % 2, s + a, own + i % 2);
        memcpy(&log[i], i % 3 ? &now : &last, sizeof now);
        last = now;
        s = s * 0.5 + a * x;
        if (log[i].tag) *log[i].w.r += s;
    }
    free(log);
    return s + own[0] * own[1];
}
