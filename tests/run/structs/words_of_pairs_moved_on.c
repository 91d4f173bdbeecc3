// Pairs of words, numbers or addresses by a tag, are moved from row to row as pairs, and some turned round.
// rz: double f(const double x[n] in 0.5..1.5, int n=6, int k=1)
// also: k=2
// also: n=1, k=3
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct pair { uint64_t first, second; long kinds; };

static uint64_t of_number(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static double read(uint64_t bits, int far)
{
    double d;
    if (far)
        return *(const double *)(uintptr_t)bits;
    memcpy(&d, &bits, sizeof d);
    return d;
}

__attribute__((noinline)) static void move(struct pair *to, const struct pair *from, int n, int turned)
{
    for (int i = 0; i < n; i++) {
        if (turned && i % 2) {
            to[i].first = from[i].second;
            to[i].second = from[i].first;
            to[i].kinds = (from[i].kinds >> 1) | (from[i].kinds & 1) << 1;
        } else {
            to[i].first = from[i].first;
            to[i].second = from[i].second;
            to[i].kinds = from[i].kinds;
        }
    }
}

double f(const double *x, int n, int k)
{
    double y = x[0] * x[0];
    struct pair *rows = malloc(2 * n * sizeof *rows);
    for (int i = 0; i < n; i++) {
        rows[i].kinds = i % k ? 1 : 2;
        rows[i].first = i % k ? (uintptr_t)&y : of_number(sin(x[i]));
        rows[i].second = i % k ? of_number(x[i] * y) : (uintptr_t)(x + i);
    }
    move(rows + n, rows, n, k > 1);
    double s = 0;
    for (int i = n; i < 2 * n; i++) {
        s = s * 0.75 + read(rows[i].first, rows[i].kinds & 1) * read(rows[i].second, rows[i].kinds >> 1);
        y += 0.125 * s;
    }
    free(rows);
    return s + y;
}
