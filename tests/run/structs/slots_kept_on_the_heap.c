// Slots of numbers and places in a block that grows, whose last one may be empty: null after a number.
// rz: double f(const double x[n] in, int n=7)
// also: n=1
// also: n=3
#include <stdlib.h>
#include <string.h>
struct slot { long kind; union { double number; const double *place; } as; };
static double value(const struct slot *s)
{
    return s->kind == 0 ? s->as.number : s->as.place ? *s->as.place : 1.5;
}
double f(const double *x, int n)
{
    int room = 1;
    double cell = x[0] * x[n - 1], total = 0;
    struct slot *s = malloc(room * sizeof *s);
    for (int i = 0; i < n; i++) {
        if (i == room) {
            struct slot *more = malloc(2 * room * sizeof *more);
            memcpy(more, s, room * sizeof *more);
            free(s);
            s = more;
            room *= 2;
        }
        s[i].kind = 0;
        s[i].as.number = x[i] * (total + 0.5);
        total += value(&s[i]) * value(&s[i / 2]);
        s[i].kind = i % 3;
        if (i % 3 == 1)
            s[i].as.place = &cell;
        if (i % 3 == 2)
            s[i].as.place = 0;
        total += 0.2 * value(&s[i]) * value(&s[i / 2]);
    }
    free(s);
    return total;
}
