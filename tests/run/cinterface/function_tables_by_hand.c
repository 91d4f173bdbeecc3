// Tables of derivatives that somebody wrote in C: {augmented, reverse}, and one entry in forward mode.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

typedef double weigh(double, double, double, const double *, int);

// r = a * b + c * p[k]
static double weighed(double a, double b, double c, const double *p, int k)
{
    return a * b + c * p[k];
}

struct kept {
    void *tape;
    double result;
};
struct bars {
    double a, b, c;
};
struct moved {
    double result, tangent;
};

static int begun, ended;

static struct kept weighed_augment(double a, double b, double c, const double *p, double *dp, int k)
{
    double *tape = malloc(4 * sizeof *tape);
    begun++;
    tape[0] = a, tape[1] = b, tape[2] = c, tape[3] = p[k];
    return (struct kept){tape, weighed(a, b, c, p, k)};
}

static struct bars weighed_reverse(double a, double b, double c, const double *p, double *dp, int k, double r, void *kept)
{
    double *tape = kept;
    struct bars bars = {r * tape[1], r * tape[0], r * tape[3]};
    ended++;
    dp[k] += r * tape[2];
    free(tape);
    return bars;
}

static struct moved weighed_forward(double a, double da, double b, double db, double c, double dc, const double *p, const double *dp, int k)
{
    return (struct moved){weighed(a, b, c, p, k), da * b + a * db + dc * p[k] + c * dp[k]};
}

// nothing comes back but through memory
typedef void scale(double *, float);
static void doubled(double *p, float by)
{
    *p = *p * by;
}
static void *doubled_augment(double *p, double *dp, float by)
{
    double *tape = malloc(sizeof *tape);
    *tape = *p;
    *p = *p * by;
    return tape;
}
static float doubled_reverse(double *p, double *dp, float by, void *kept)
{
    float bar = (float)(*dp * *(double *)kept);
    *dp *= by;
    free(kept);
    return bar;
}

struct work {
    weigh *first;
    scale *second;
};

static double f(const struct work *w, double x, double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        w->second(&p[i], (float)x);
        s += w->first(x, s, x * x, p, i);
    }
    return s;
}

static double by_hand(double x, double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        p[i] *= (float)x;
        s += x * s + x * x * p[i];
    }
    return s;
}

int main(void)
{
    void *first[2] = {(void *)weighed_augment, (void *)weighed_reverse};
    void *second[2] = {(void *)doubled_augment, (void *)doubled_reverse};
    struct work w = {weighed, doubled}, dw = {(weigh *)first, (scale *)second};
    double p[3] = {1, 2, 3}, dp[3] = {0}, x = 0.5, h = 1.0 / 1024;
    double d = __enzyme_autodiff((void *)f, enzyme_dup, &w, &dw, enzyme_out, x, enzyme_dup, p, dp, enzyme_const, 3);
    double up[3] = {1, 2, 3}, down[3] = {1, 2, 3};
    near_within("by x", d, (by_hand(x + h, up, 3) - by_hand(x - h, down, 3)) / (2 * h), 1e-4);
    for (int k = 0; k < 3; k++) {
        double one[3] = {1, 2, 3}, two[3] = {1, 2, 3};
        one[k] += 1;
        near("by p", dp[k], by_hand(x, one, 3) - by_hand(x, two, 3));
    }
    near("augmented", begun, 3);
    near("reversed", ended, 3);

    void *forward[1] = {(void *)weighed_forward};
    double q[2] = {1.25, 2}, dq[2] = {1, 0};
    dw.first = (weigh *)forward;
    // only one of the functions is called here
    extern double one_call(const struct work *, double, const double *);
    near("tangent", __enzyme_fwddiff((void *)one_call, enzyme_dup, &w, &dw, enzyme_dup, x, 1.0, enzyme_dup, q, dq), 3 + 2 * x * q[0] + x * x * 1.0);
    return wrong;
}

double one_call(const struct work *w, double x, const double *p)
{
    return w->first(x, 3.0, x * x, p, 0);
}
