// Other shadows for the reverse half than for the forward half: right where the tape does not keep
// addresses in the first ones, and an end that says so where it does.
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_nofree;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
void __enzyme_fwdsplit(void *, ...);

enum { N = 4 };

// places by numbers that are overwritten: numbers are kept, and no addresses
static void by_index(double *x, double *y, int *k)
{
    for (int i = 0; i < N; i++) {
        x[k[i]] = sin(x[k[i]]) * y[i];
        k[i] = 0;
    }
}
// one of two arrays: which, is kept, and not where
static void by_choice(double *x, double *y, int *k)
{
    for (int i = 0; i < N; i++) {
        double *p = k[i] & 1 ? x : y;
        p += k[i];
        *p = sin(*p) * x[0];
        k[i] = 0;
    }
}
// a place that moves by what was there: it can only be kept
static void by_walking(double *x, double *y, int *k)
{
    double *p = x;
    for (int i = 0; i < N; i++) {
        *p = sin(*p) * y[i] + *p;
        p = k[i] == 0 ? y : p + k[i] % 2;
        k[i] = 0;
    }
}
struct both {
    double *one, *other;
    int n;
};
__attribute__((noinline)) static void within(struct both *b)
{
    for (int i = 0; i < b->n; i++)
        b->one[i] = sin(b->one[i]) * b->other[i];
}
// arrays in a variable that outlives the forward half
static void in_a_struct(double *x, double *y, int *k)
{
    struct both b = {x, y, N};
    within(&b);
    b.one = k[0] ? y : x;
    within(&b);
}
// a table of rows on the heap
static void in_a_table(double *x, double *y, int *k)
{
    double **rows = malloc(N * sizeof *rows);
    for (int i = 0; i < N; i++)
        rows[i] = k[i] & 1 ? x + i : y + i;
    for (int i = 0; i < N; i++)
        *rows[i] = sin(*rows[i]) * *rows[k[i]];
    free(rows);
}
__attribute__((noinline)) static void walk(double *p, double *q, int *k, int n)
{
    if (n == 0)
        return;
    p[k[n - 1]] = sin(p[k[n - 1]]) * q[n - 1];
    int swap = k[n - 1] & 1;
    k[n - 1] = 0;
    walk(swap ? q : p, swap ? p : q, k, n - 1);
}
// a recursion that exchanges its arguments
static void exchanged(double *x, double *y, int *k) { walk(x, y, k, N); }

// the same read forwards
static void forwards(double *x, double *y, int *k) { by_walking(x, y, k); }

typedef void Function(double *, double *, int *);
enum { RIGHT, ENDS };

static void start(double *x, double *y, int *k)
{
    static const int order[N] = {2, 1, 3, 0};
    for (int i = 0; i < N; i++) {
        x[i] = 0.3 + 0.2 * i;
        y[i] = 0.9 - 0.15 * i;
        k[i] = order[i];
    }
}
static double loss(Function *f, double *x, double *y)
{
    int k[N];
    double a[N], b[N], s = 0;
    start(a, b, k);
    memcpy(a, x, sizeof a);
    memcpy(b, y, sizeof b);
    f(a, b, k);
    for (int i = 0; i < N; i++)
        s += (i + 1) * a[i] + (i + 2) * b[i];
    return s;
}
static void seeds(double *dx, double *dy)
{
    for (int i = 0; i < N; i++) {
        dx[i] = i + 1;
        dy[i] = i + 2;
    }
}
// how many components are wrong
static int compared(Function *f, const double *dx, const double *dy)
{
    double x[N], y[N], h = 1e-6;
    int k[N], bad = 0;
    start(x, y, k);
    for (int i = 0; i < 2 * N; i++) {
        double *at = i < N ? x + i : y + i - N, had = *at;
        *at = had + h;
        double up = loss(f, x, y);
        *at = had - h;
        double down = loss(f, x, y);
        *at = had;
        double found = i < N ? dx[i] : dy[i - N];
        bad += !(fabs(found - (up - down) / (2 * h)) < 1e-7);
    }
    return bad;
}

// the reverse half with other shadows of x, of y, of both: 0 right, 1 wrong, 2 it ended
#define TRY(f, other)                                                                              \
    ({                                                                                             \
        double x[N], y[N], dx[N], dy[N], ex[N], ey[N];                                             \
        int k[N], status = 0;                                                                      \
        start(x, y, k);                                                                            \
        memset(dx, 0, sizeof dx);                                                                  \
        memset(dy, 0, sizeof dy);                                                                  \
        void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy,          \
                                         enzyme_const, k);                                         \
        double *gx = (other) & 1 ? ex : dx, *gy = (other) & 2 ? ey : dy;                           \
        fflush(stdout);                                                                            \
        if (fork() == 0) {                                                                         \
            close(2);                                                                              \
            seeds(gx, gy);                                                                         \
            __enzyme_reverse((void *)f, enzyme_dup, x, gx, enzyme_dup, y, gy, enzyme_const, k,     \
                             tape);                                                                \
            _exit(compared(f, gx, gy) != 0);                                                       \
        }                                                                                          \
        wait(&status);                                                                             \
        WIFSIGNALED(status) ? 2 : WEXITSTATUS(status);                                             \
    })
#define CASE(f, expected)                                                                          \
    near(#f " with its own", TRY(f, 0), 0);                                                        \
    for (int other = 1; other < 4; other++)                                                        \
        near(#f " with others", TRY(f, other), expected == RIGHT ? 0 : 2);

static int try_forwards(int other)
{
    double x[N], y[N], dx[N], dy[N], ex[N], ey[N], h = 1e-6, up[2 * N], down[2 * N];
    int k[N], status = 0, bad = 0;
    for (int way = 0; way < 2; way++) {
        start(x, y, k);
        for (int i = 0; i < N; i++) {
            x[i] += (way ? -h : h) * (i + 1);
            y[i] += (way ? -h : h) * (i + 2);
        }
        forwards(x, y, k);
        memcpy(way ? down : up, x, sizeof x);
        memcpy((way ? down : up) + N, y, sizeof y);
    }
    start(x, y, k);
    memset(dx, 0, sizeof dx);
    memset(dy, 0, sizeof dy);
    void *tape = __enzyme_augmentfwd((void *)forwards, enzyme_dup, x, dx, enzyme_dup, y, dy,
                                     enzyme_const, k);
    double *tx = other ? ex : dx, *ty = other ? ey : dy;
    if (fork() == 0) {
        close(2);
        seeds(tx, ty);
        __enzyme_fwdsplit((void *)forwards, enzyme_dup, x, tx, enzyme_dup, y, ty, enzyme_const, k,
                          tape);
        for (int i = 0; i < 2 * N; i++) {
            double found = i < N ? tx[i] : ty[i - N];
            bad += !(fabs(found - (up[i] - down[i]) / (2 * h)) < 1e-7);
        }
        _exit(bad != 0);
    }
    wait(&status);
    return WIFSIGNALED(status) ? 2 : WEXITSTATUS(status);
}

int main(void)
{
    CASE(by_index, RIGHT)
    CASE(by_choice, RIGHT)
    CASE(by_walking, ENDS)
    CASE(in_a_struct, ENDS)
    CASE(in_a_table, ENDS)
    CASE(exchanged, RIGHT)
    near("forwards with its own", try_forwards(0), 0);
    near("forwards with others", try_forwards(1), 2);
    return wrong;
}
