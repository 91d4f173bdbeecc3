// __enzyme_virtualreverse of functions that return addresses, floats, several adjoints or nothing.
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
void *__enzyme_virtualreverse(void *);

struct calls {
    double *(*pick)(double *, double *, int);
    float (*narrow)(float, float);
    double (*three)(double, double, double, long);
    void (*shift)(double *, double, const double *);
};

static double *pick(double *a, double *b, int k)
{
    return k % 2 ? a + k : b + k;
}
static float narrow(float a, float b)
{
    return a * a * b;
}
static double three(double a, double b, double c, long n)
{
    double s = 0;
    for (long i = 0; i < n; i++)
        s += a * sin(b * i) + c * c;
    return s;
}
static void shift(double *p, double by, const double *table)
{
    p[0] = p[0] * by + table[1];
}

static double f(const struct calls *c, double *a, double *b, double x, const double *table)
{
    double s = 0;
    for (int k = 0; k < 4; k++) {
        double *p = c->pick(a, b, k);
        c->shift(p, x, table);
        s += *p * *p;
    }
    return s + c->narrow((float)x, 2.0f) + c->three(x, a[0], b[0], 3);
}

int main(void)
{
    struct calls c = {pick, narrow, three, shift}, d;
    d.pick = (double *(*)(double *, double *, int))__enzyme_virtualreverse((void *)pick);
    d.narrow = (float (*)(float, float))__enzyme_virtualreverse((void *)narrow);
    d.three = (double (*)(double, double, double, long))__enzyme_virtualreverse((void *)three);
    d.shift = (void (*)(double *, double, const double *))__enzyme_virtualreverse((void *)shift);
    double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, da[4] = {0}, db[4] = {0}, table[2] = {9, 0.25}, x = 0.5;
    double dx = __enzyme_autodiff((void *)f, enzyme_dup, &c, &d, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_out, x, enzyme_const, table);
    double expect = 0, primal[4] = {5, 2, 7, 4};
    for (int k = 0; k < 4; k++) {
        double v = primal[k] * x + 0.25;
        expect += 2 * v * primal[k];
        double *found = k % 2 ? da : db;
        double more = k ? 0 : 3 * 2 * v; // by the c*c of three()
        near("by what was picked", found[k], 2 * v * x + more * x);
        near("by the other", (k % 2 ? db : da)[k], k ? 0 : x * (cos(1) + 2 * cos(2)));
    }
    near_within("by x", dx, expect + 2 * x * 2 + sin(1) + sin(2) + 6 * 2.75 * 5, 1e-6);
    near("the constant table", table[1], 0.25);
    return wrong;
}
