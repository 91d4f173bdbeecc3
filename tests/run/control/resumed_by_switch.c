// Coroutines by hand: a switch jumps back into the loops it had left, the state lives in a struct.
// rz: double f(const double x[n] in, int n=5, int turns=23)
// also: turns=4
#include <stdlib.h>
#define BEGIN(c) switch ((c)->line) { case 0:
#define YIELD(c, v) do { (c)->value = (v); (c)->line = __LINE__; return 1; case __LINE__:; } while (0)
#define END(c) } (c)->line = -1; return 0

struct source {
    int line, i, j, round;
    double value, carried;
    const double *data;
    int n;
};
struct smoother {
    int line;
    double value, mean;
    struct source *from;
    int skipped;
};

static int next_value(struct source *c)
{
    BEGIN(c)
    for (c->round = 0;; c->round++) {
        for (c->i = 0; c->i < c->n; c->i++) {
            c->carried = c->carried * 0.5 + c->data[c->i];
            if (c->carried > 1.5)
                YIELD(c, c->carried * c->data[c->i]);
            for (c->j = 0; c->j < c->i; c->j++)
                YIELD(c, c->data[c->j] * (c->round + 1));
        }
        if (c->round == 2)
            break;
    }
    END(c);
}

static int next_mean(struct smoother *c)
{
    BEGIN(c)
    while (next_value(c->from)) {
        if (c->from->value < 0.7) {
            c->skipped++;
            continue;
        }
        c->mean += 0.25 * (c->from->value - c->mean);
        YIELD(c, c->mean);
        YIELD(c, c->mean * c->mean);
    }
    END(c);
}

double f(const double *x, int n, int turns)
{
    struct source *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    struct smoother both[2] = {{.from = a}, {.from = b, .mean = 1}};
    a->data = b->data = x;
    a->n = n;
    b->n = n - 1;
    double s = 0;
    for (int t = 0; t < turns; t++) {
        struct smoother *c = &both[t % 3 == 0];
        if (next_mean(c))
            s += c->value * (1 + t % 4) + 0.1 * s * both[t % 3 != 0].value;
    }
    s += both[0].skipped;
    free(a);
    free(b);
    return s;
}
