// A word that holds a number or an address is loaded once, as an address, and then taken as either.
// rz: double f(const double x[6] in, double y[3] out, int n=5)
#include <string.h>
#include <math.h>
struct slot { int is_place; union { double number; const double *place; } as; };
static double value(const struct slot *s) { return s->is_place ? *s->as.place : s->as.number; }
static void swap(struct slot *a, struct slot *b) { struct slot t = *a; *a = *b; *b = t; }
double f(const double *x, double *y, int n) {
    struct slot s[6];
    double cells[6], total = 0;
    for (int i = 0; i < 6; i++) {
        cells[i] = x[i] * x[(i + 1) % 6];
        s[i].is_place = i % 2;
        if (i % 2) s[i].as.place = &cells[i]; else s[i].as.number = x[i];
    }
    for (int k = 0; k < n; k++) {
        int a = k % 6, b = (2 * k + 1) % 6;
        memmove(s + 2, s + 3, 2 * sizeof *s);
        total += 0.1 * value(&s[5]) + value(&s[2]) * value(&s[4]);
    }
    for (int i = 0; i < 3; i++) y[i] = value(&s[i]) * value(&s[5 - i]);
    return total;
}
