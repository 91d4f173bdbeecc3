// Two blocks change their owners word by word in a function of their own, then one is forgotten.
// rz: double exchanged(const double x[n] in, int n=5)
// also: n=2
#include <stdlib.h>
#include <string.h>

struct owner {
    double *block;
};
__attribute__((noinline)) static void exchange(struct owner *one, struct owner *other)
{
    struct owner kept;
    memcpy(&kept, one, sizeof kept);
    memcpy(one, other, sizeof kept);
    memcpy(other, &kept, sizeof kept);
}
__attribute__((noinline)) static void forget(struct owner *one)
{
    const struct owner none = {0};
    memcpy(one, &none, sizeof none);
}
__attribute__((noinline)) static void drop(struct owner *one)
{
    free(one->block);
}

double exchanged(const double *x, int n)
{
    struct owner low = {calloc(n, sizeof(double))}, high = {calloc(n, sizeof(double))};
    double *kept = low.block, s = 0;
    for (int i = 0; i < n; i++) {
        low.block[i] += x[i];
        high.block[i] += x[i] * x[i];
        exchange(&low, &high);
    }
    for (int i = 0; i < n; i++)
        s += low.block[i] * high.block[n - 1 - i] * x[i];
    forget(low.block == kept ? &low : &high);
    drop(&low);
    drop(&high);
    for (int i = 0; i < n; i++)
        s += kept[i] * kept[i];
    free(kept);
    return s;
}
