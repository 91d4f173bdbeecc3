// Records of a number and an address are moved over themselves, up and down.
// rz: double f(const double x[n] in, double y[n] out, int n=7)
#include <string.h>
#include <stdlib.h>
struct entry { double weight; double *place; int rank; };
static int held;
static void insert(struct entry *e, int at, double w, double *p) {
    memmove(e + at + 1, e + at, (size_t)(held - at) * sizeof *e);
    e[at].weight = w; e[at].place = p; e[at].rank = held; held++;
}
static void erase(struct entry *e, int at) {
    memmove(e + at, e + at + 1, (size_t)(held - at - 1) * sizeof *e);
    held--;
}
double f(const double *x, double *y, int n) {
    struct entry *e = malloc(2 * n * sizeof *e);
    double *cells = malloc(n * sizeof *cells);
    held = 0;
    for (int i = 0; i < n; i++) {
        cells[i] = x[i] * x[i] * (i + 1);
        insert(e, i / 3, x[n - 1 - i] * (i + 2), &cells[i]);
    }
    for (int i = 0; i < n; i++) y[i] = 0;
    erase(e, 0);
    erase(e, held / 2);
    double s = 0, w = 1;
    for (int i = 0; i < held; i++, w *= 0.6) {
        s += w * e[i].weight * *e[i].place;
        y[i] = *e[i].place * e[i].weight + e[i].rank;
    }
    free(cells);
    free(e);
    return s;
}
