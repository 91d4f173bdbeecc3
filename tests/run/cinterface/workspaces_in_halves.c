// Blocks that variables keep from call to call, in split derivatives: several tapes, read in any order,
// again and again.
#include <malloc.h>
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree, enzyme_width;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
double __enzyme_fwdsplit(void *, ...);
double __enzyme_autodiff(void *, ...);

static double *work, *next;
static int room;
static double *stack, *top, *end;

static void push(double value)
{
    if (top == end) {
        size_t used = top - stack, more = used ? 2 * used : 4;
        stack = realloc(stack, more * sizeof *stack);
        top = stack + used;
        end = stack + more;
    }
    *top++ = value;
}

// grows, is written and read, two buffers change places, and a stack of numbers
static double f(const double *x, int n, int steps)
{
    if (n > room) {
        free(work);
        work = malloc(n * sizeof *work);
        next = realloc(next, n * sizeof *next);
        room = n;
    }
    for (int i = 0; i < n; i++)
        work[i] = x[i];
    top = stack;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            next[i] = work[i] * work[(i + 1) % n] + 0.125 * work[(i + n - 1) % n];
            push(next[i] * x[i]);
        }
        double *other = work;
        work = next;
        next = other;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += work[i] * (i + 1);
    for (const double *p = stack; p != top; p++)
        s += 0.25 * *p * *p;
    return s;
}

// what was there before counts, without derivative, and the call leaves something there
static double *table;
static double g(const double *x, int n, int steps)
{
    if (!table) {
        table = malloc(16 * sizeof *table);
        for (int i = 0; i < 16; i++)
            table[i] = 0.5;
    }
    double s = table[steps] * x[0];
    for (int i = 0; i < n; i++)
        table[i] = x[i] * x[i] * table[15];
    for (int i = 0; i < n; i++)
        s += table[i] * table[n - 1 - i];
    table[steps] = 0.5;
    return s;
}

typedef double function(const double *, int, int);
static double start(int i, int k) { return 0.5 + 0.125 * i + 0.0625 * k; }
static void expected(function *f, int n, int steps, int k, double *slopes)
{
    double x[16], h = 1e-6;
    for (int i = 0; i < n; i++)
        x[i] = start(i, k);
    for (int i = 0; i < n; i++) {
        x[i] = start(i, k) + h;
        double up = f(x, n, steps);
        x[i] = start(i, k) - h;
        slopes[i] = (up - f(x, n, steps)) / (2 * h);
        x[i] = start(i, k);
    }
}

enum { TAPES = 4 };
static void several(function *fun, void *f, const char *what, const int *n, int steps)
{
    double x[TAPES][16], d[TAPES][16] = {{0}}, slopes[TAPES][16];
    void *tapes[TAPES];
    for (int k = 0; k < TAPES; k++) {
        for (int i = 0; i < n[k]; i++)
            x[k][i] = start(i, k);
        tapes[k] = __enzyme_augmentfwd(f, enzyme_nofree, enzyme_dup, x[k], d[k], enzyme_const, n[k], enzyme_const, steps);
    }
    for (int k = 0; k < TAPES; k++)
        expected(fun, n[k], steps, k, slopes[k]);
    static const int order[2 * TAPES] = {1, 3, 0, 1, 2, 0, 3, 2}, last[2 * TAPES] = {0, 0, 0, 1, 0, 1, 1, 1};
    for (int at = 0; at < 2 * TAPES; at++) {
        int k = order[at];
        for (int i = 0; i < n[k]; i++)
            d[k][i] = 0;
        if (last[at])
            __enzyme_reverse(f, enzyme_dup, x[k], d[k], enzyme_const, n[k], enzyme_const, steps, 1.0, tapes[k]);
        else
            __enzyme_reverse(f, enzyme_nofree, enzyme_dup, x[k], d[k], enzyme_const, n[k], enzyme_const, steps, 1.0, tapes[k]);
        for (int i = 0; i < n[k]; i++)
            near_within(what, d[k][i], slopes[k][i], 1e-7);
    }
}

static void forwards(function *fun, void *f, const char *what, int n, int steps)
{
    double x[16], d[16] = {0}, slopes[16];
    for (int i = 0; i < n; i++)
        x[i] = start(i, 0);
    void *tape = __enzyme_augmentfwd(f, enzyme_nofree, enzyme_dup, x, d, enzyme_const, n, enzyme_const, steps);
    expected(fun, n, steps, 0, slopes);
    for (int i = 0; i < n; i++) {
        d[i] = 1;
        double found = i == n - 1 ? __enzyme_fwdsplit(f, enzyme_dup, x, d, enzyme_const, n, enzyme_const, steps, tape)
                                  : __enzyme_fwdsplit(f, enzyme_nofree, enzyme_dup, x, d, enzyme_const, n, enzyme_const, steps, tape);
        near_within(what, found, slopes[i], 1e-7);
        d[i] = 0;
    }
}

static void lanes(function *fun, void *f, const char *what, int n, int steps)
{
    double x[16], a[16] = {0}, b[16] = {0}, slopes[16];
    for (int i = 0; i < n; i++)
        x[i] = start(i, 0);
    void *tape = __enzyme_augmentfwd(f, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_const, n, enzyme_const, steps);
    expected(fun, n, steps, 0, slopes);
    __enzyme_reverse(f, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_const, n, enzyme_const, steps, 1.0, -2.0, tape);
    for (int i = 0; i < n; i++) {
        near_within(what, a[i], slopes[i], 1e-7);
        near_within(what, b[i], -2 * slopes[i], 1e-7);
    }
}

static double combined(const double *x, int n, int steps) { return f(x, n, steps) + g(x, n, steps); }

int main(void)
{
    static const int growing[TAPES] = {3, 5, 9, 4}, same[TAPES] = {6, 6, 6, 6};
    size_t before = 0;
    for (int round = 0; round < 30; round++) {
        if (round == 10) // the allocator's own caches are full
            before = mallinfo2().uordblks;
        several(f, (void *)f, "f, growing", growing, 3);
        several(f, (void *)f, "f", same, 2);
        several(g, (void *)g, "g", same, 9);
        forwards(f, (void *)f, "f forwards", 5, 3);
        forwards(g, (void *)g, "g forwards", 5, 9);
        lanes(f, (void *)f, "f in lanes", 4, 3);
        lanes(g, (void *)g, "g in lanes", 4, 9);
        double x[4] = {0.5, 0.75, 1, 1.25}, d[4] = {0}, slopes[4], h = 1e-6;
        __enzyme_autodiff((void *)combined, enzyme_dup, x, d, enzyme_const, 4, enzyme_const, 9);
        for (int i = 0; i < 4; i++) {
            double had = x[i];
            x[i] = had + h;
            double up = combined(x, 4, 9);
            x[i] = had - h;
            slopes[i] = (up - combined(x, 4, 9)) / (2 * h);
            x[i] = had;
            near_within("combined", d[i], slopes[i], 1e-6);
        }
    }
    near("live heap", (double)mallinfo2().uordblks, (double)before);
    return wrong;
}
