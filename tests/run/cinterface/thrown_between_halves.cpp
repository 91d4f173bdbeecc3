// An exception comes when functions out of tables have kept tapes that nothing has read yet.
#include <malloc.h>
#include <stdexcept>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
void *__enzyme_virtualreverse(void *);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

typedef double (*Wave)(const double *, int);
__attribute__((noinline)) static double wave(const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n && s < 2; i++)
        s = std::sin(s + p[i]);
    return s;
}
__attribute__((noinline)) static double limited(const double *p, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++) {
        if (s > 8)
            throw std::domain_error("within");
        s *= p[i] * p[i] + s;
    }
    return s;
}

struct Layer {
    virtual ~Layer() = default;
    virtual void apply(double *v, int n) const = 0;
};
struct Scale : Layer {
    double by;
    explicit Scale(double b) : by(b) {}
    void apply(double *v, int n) const override
    {
        for (int i = 0; i < n && v[i] > -100; i++)
            v[i] = v[i] * by + v[i] * v[i];
    }
};

__attribute__((noinline)) static double check(double x, const double *limit)
{
    if (x > *limit)
        throw std::domain_error("limit");
    return x * x;
}

static double once(Wave g, const double *p, int n, const double *limit)
{
    double a = g(p, n);
    return a * check(a, limit);
}
// the k-th of many tapes is the last
static double often(Wave g, const double *p, int n, const double *limit)
{
    double s = 0;
    for (int k = 1; k <= n; k++)
        s += check(g(p, k) * k, limit);
    return s;
}
static double deep(Wave g, const double *p, int n, const double *limit)
{
    if (n == 0)
        return check(p[0] * 10, limit);
    double own = g(p, n);
    return own * deep(g, p, n - 1, limit);
}
static double layers(const Layer *layer, double *v, int n, const double *limit)
{
    double s = 0;
    for (int k = 0; k < 3; k++) {
        layer->apply(v, n);
        s += check(v[k], limit);
    }
    return s;
}

typedef double Function(Wave, const double *, int, const double *);
template <Function f>
static int attempt(Wave g, Wave dg, double limit, double *dp)
{
    double p[5] = {.1, .2, .3, .4, .5};
    try {
        __enzyme_autodiff((void *)f, enzyme_dup, g, dg, enzyme_dup, p, dp, enzyme_const, 5, enzyme_const, &limit);
    } catch (const std::domain_error &) {
        return 1;
    }
    return 0;
}
template <Function f>
static int attempt_split(Wave g, Wave dg, double limit, double *dp)
{
    double p[5] = {.1, .2, .3, .4, .5};
    try {
        void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, g, dg, enzyme_dup, p, dp, enzyme_const, 5, enzyme_const, &limit);
        __enzyme_reverse((void *)f, enzyme_dup, g, dg, enzyme_dup, p, dp, enzyme_const, 5, enzyme_const, &limit, 1.0, tape);
    } catch (const std::domain_error &) {
        return 1;
    }
    return 0;
}
static int attempt_layers(double limit, double *dv)
{
    double v[5] = {.1, .2, .3, .4, .5};
    Scale scale(1.5), shadow(0);
    *(void **)&shadow = __enzyme_virtualreverse(*(void **)&scale);
    try {
        __enzyme_autodiff((void *)layers, enzyme_dup, &scale, &shadow, enzyme_dup, v, dv, enzyme_const, 5, enzyme_const, &limit);
    } catch (const std::domain_error &) {
        return 1;
    }
    return 0;
}

template <Function f>
static void compare(const char *what, Wave g, Wave dg, double limit)
{
    double dp[5] = {0}, ds[5] = {0}, p[5] = {.1, .2, .3, .4, .5}, none = 1e9, h = 1e-6;
    near(what, attempt<f>(g, dg, none, dp) + attempt_split<f>(g, dg, none, ds), 0);
    for (int i = 0; i < 5; i++) {
        p[i] += h;
        double up = f(g, p, 5, &none);
        p[i] -= 2 * h;
        double down = f(g, p, 5, &none);
        p[i] += h;
        near_within(what, dp[i], (up - down) / (2 * h), 1e-7);
        near_within(what, ds[i], (up - down) / (2 * h), 1e-7);
    }
    for (int i = 0; i < 8; i++) // the allocator's own caches fill
        near(what, attempt<f>(g, dg, limit, dp) + attempt_split<f>(g, dg, limit, dp), 2);
    std::size_t before = mallinfo2().uordblks;
    for (int i = 0; i < 50; i++)
        attempt<f>(g, dg, limit, dp);
    near(what, double(mallinfo2().uordblks), double(before));
    for (int i = 0; i < 50; i++)
        attempt_split<f>(g, dg, limit, dp);
    near(what, double(mallinfo2().uordblks), double(before));
    for (int i = 0; i < 50; i++)
        attempt<f>(g, dg, none, dp), attempt_split<f>(g, dg, none, dp);
    near(what, double(mallinfo2().uordblks), double(before));
}

int main()
{
    Wave of_wave = (Wave)__enzyme_virtualreverse((void *)wave);
    Wave of_limited = (Wave)__enzyme_virtualreverse((void *)limited);
    compare<once>("one", wave, of_wave, 0.1);
    compare<often>("several", wave, of_wave, 1.5);
    compare<deep>("in a recursion", wave, of_wave, 0.5);
    compare<once>("of another", limited, of_limited, 0.1);
    double dv[5] = {0}, dp[5] = {0};
    for (int i = 0; i < 8; i++)
        near("virtual", attempt_layers(0.5, dv), 1);
    std::size_t before = mallinfo2().uordblks;
    for (int i = 0; i < 50; i++)
        attempt_layers(0.5, dv);
    near("live heap of virtual calls", double(mallinfo2().uordblks), double(before));
    for (int i = 0; i < 58; i++) {
        double p[5] = {2, 2, 2, 2, 2}, none = 1e9;
        if (i == 8)
            before = mallinfo2().uordblks;
        try {
            __enzyme_autodiff((void *)once, enzyme_dup, limited, of_limited, enzyme_dup, p, dp, enzyme_const, 5, enzyme_const, &none);
            near("thrown within", 0, 1);
        } catch (const std::domain_error &) {
        }
    }
    near("live heap of what is thrown within", double(mallinfo2().uordblks), double(before));
    return wrong;
}
