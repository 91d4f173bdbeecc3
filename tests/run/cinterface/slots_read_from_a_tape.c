// Words that are a number at one time and an address at another, read twice from one tape and once
// from each of two that are there at the same time.
#include <string.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_nofree;
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
void __enzyme_reverse(void *, ...);

struct slot {
    int is_place;
    union {
        double number;
        const double *place;
    } as;
};
__attribute__((noinline)) static double value(const struct slot *s)
{
    return s->is_place ? *s->as.place : s->as.number;
}
static double f(const double *x, const int *order, int n)
{
    struct slot s[4];
    double cells[4], total = 0;
    for (int i = 0; i < 4; i++) {
        cells[i] = x[i] * x[(i + 1) % 4];
        s[i].is_place = 0;
        s[i].as.number = x[i] * 2;
    }
    for (int k = 0; k < n; k++) {
        struct slot *one = &s[order[k]];
        total += value(one) * (k + 1);
        one->is_place = 1;
        one->as.place = &cells[k % 4];
        total += sin(value(one)) * value(&s[(order[k] + 1) % 4]);
        s[(order[k] + 2) % 4] = *one;
        if (k % 3 == 1) {
            one->is_place = 0;
            one->as.number = total * x[0] * 0.1;
        }
    }
    return total;
}

static const int order[7] = {2, 0, 3, 3, 1, 0, 2};

static double along(const double *x, const double *d, int n)
{
    double up[4], down[4], h = 1e-6;
    for (int i = 0; i < 4; i++) {
        up[i] = x[i] + h * d[i];
        down[i] = x[i] - h * d[i];
    }
    return (f(up, order, n) - f(down, order, n)) / (2 * h);
}

int main(void)
{
    double x[4] = {0.7, -0.4, 0.9, 0.3}, y[4] = {0.2, 0.8, -0.6, 0.5};
    double dx[4] = {1, 2, -1, 0.5}, ey[4] = {-1, 0.3, 2, 1};
    void *one = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, order, enzyme_const, 7);
    void *other = __enzyme_augmentfwd((void *)f, enzyme_dup, y, ey, enzyme_const, order, enzyme_const, 5);
    double first = __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, x, dx, enzyme_const, order,
                                     enzyme_const, 7, one);
    near_within("the first", first, along(x, dx, 7), 1e-8);
    double second = __enzyme_fwdsplit((void *)f, enzyme_dup, y, ey, enzyme_const, order, enzyme_const, 5,
                                      other);
    near_within("the other", second, along(y, ey, 5), 1e-8);
    dx[0] = -3;
    dx[3] = 2;
    double again = __enzyme_fwdsplit((void *)f, enzyme_dup, x, dx, enzyme_const, order, enzyme_const, 7,
                                     one);
    near_within("the first again", again, along(x, dx, 7), 1e-8);
    return wrong;
}
