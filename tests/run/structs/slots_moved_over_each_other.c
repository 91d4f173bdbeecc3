// Slots are moved down over each other; all of them are read behind the loop.
// rz: double f(const double x[6] in, double y[3] out, int n=5)
#include <string.h>
struct slot { int is_place; union { double number; const double *place; } as; };
static double value(const struct slot *s) { return s->is_place ? *s->as.place : s->as.number; }
double f(const double *x, double *y, int n) {
    struct slot s[6];
    double cells[6], total = 0;
    for (int i = 0; i < 6; i++) {
        cells[i] = x[i] * x[(i + 1) % 6];
        s[i].is_place = i % 2;
        if (i % 2) s[i].as.place = &cells[i]; else s[i].as.number = x[i];
    }
    for (int k = 0; k < n; k++) memmove(s + 2, s + 3, 2 * sizeof *s);
    for (int i = 0; i < 3; i++) y[i] = value(&s[i]) * value(&s[5 - i]);
    return total;
}
