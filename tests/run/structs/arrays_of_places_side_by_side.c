// Two arrays of addresses in a struct, read with the index less one, a table of numbers behind them.
// rz: double f(const double x[n] in, double out[n] out, int n=6)
// also: n=4
// also: n=11
#include <stdlib.h>
#include <string.h>

#define ROWS 4

typedef struct {
    char name[12];
    int count;
    double *rows[ROWS];
    double *before[ROWS];
    double *table;
    double weight[ROWS];
} band;

static void fill(band *b, const double *x, int n) {
    b->table = malloc(sizeof(double) * ROWS * (size_t)n);
    for (int k = 0; k < ROWS; k++) {
        b->rows[k] = b->table + k * n;
        b->weight[k] = 0.5 + k;
        for (int i = 0; i < n; i++) b->rows[k][i] = x[(i + k) % n] * b->weight[k];
    }
    for (int k = 1; k < ROWS; k++) b->before[k] = b->rows[k - 1];
    b->before[0] = b->rows[ROWS - 1];
}

static void sweep(band *b, int n) {
    for (int k = 1; k <= ROWS; k++) {
        double *here = b->rows[k - 1];
        const double *there = b->before[k - 1];
        for (int i = 0; i < n; i++) here[i] += 0.1 * there[i] * there[i];
    }
}

static void turn(band *b) {
    double *first = b->rows[0];
    for (int k = 1; k < ROWS; k++) b->rows[k - 1] = b->rows[k];
    b->rows[ROWS - 1] = first;
}

double f(const double *x, double *out, int n) {
    band *b = calloc(1, sizeof *b);
    strcpy(b->name, "band");
    fill(b, x, n);
    for (b->count = 0; b->count < 3; b->count++) {
        sweep(b, n);
        turn(b);
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        for (int k = 0; k < ROWS; k++) out[i] += b->weight[k] * b->rows[k][i];
        sum += b->table[i] * b->table[n + i];
    }
    free(b->table);
    free(b);
    return sum;
}
