// Structs with volatile members, copied as a whole and through a volatile pointer; a mailbox between
// two functions, with a flag that is volatile.
// rz: double f(double x[n] inout, int n=6, double s=0.7)
// also: n=1
#include <math.h>

struct mailbox {
    volatile double value;
    volatile float weight;
    volatile int full;
};

static struct mailbox box;

__attribute__((noinline)) static void post(double value, double weight)
{
    box.value = value;
    box.weight = 2;
    box.value = box.value * weight;
    box.full = 1;
}

__attribute__((noinline)) static double take(volatile struct mailbox *from)
{
    struct mailbox mine = *from;
    if (!mine.full)
        return 0;
    from->full = 0;
    return sin(mine.value) * mine.weight;
}

double f(double *x, int n, double s)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        post(x[i] * x[i], s);
        x[i] = take(&box);
        sum += take(&box) + x[i] * box.value;
    }
    return sum;
}
