// Handlers are pushed into an array that is a member, a log of records behind it grows by realloc.
// rz: double f(const double x[n] in, int n=5, double rate=0.4)
// also: n=1
// also: n=9, rate=1.1
#include <stdlib.h>
#include <string.h>

struct plant;
typedef void (*handler)(struct plant *, void *context);

typedef struct {
    handler apply;
    void *context;
} hook;

typedef struct {
    double total, largest;
    int step, positive;
} record;

typedef struct plant {
    int n, steps;
    double rate;
    double *level;
    hook hooks[4];
    int n_hooks;
    record *history;
    int n_history, capacity;
} plant;

typedef struct {
    double strength;
    int first, every;
} pump;

static void decay(plant *p, void *context) {
    const double *rate = context;
    for (int i = 0; i < p->n; i++) p->level[i] -= *rate * p->level[i] * p->level[i];
}

static void feed(plant *p, void *context) {
    const pump *one = (const pump *)context;
    for (int i = one->first; i < p->n; i += one->every) p->level[i] += one->strength * p->rate;
}

static int push(plant *p, handler apply, void *context) {
    if (p->n_hooks == (int)(sizeof p->hooks / sizeof *p->hooks)) return -1;
    p->hooks[p->n_hooks++] = (hook){apply, context};
    return 0;
}

static void note(plant *p) {
    if (p->n_history == p->capacity) {
        p->capacity = p->capacity + 2;
        p->history = realloc(p->history, sizeof(record) * (size_t)p->capacity);
    }
    record r = {.step = p->steps};
    for (int i = 0; i < p->n; i++) {
        r.total += p->level[i];
        if (p->level[i] > r.largest) r.largest = p->level[i];
        r.positive += p->level[i] > 0;
    }
    p->history[p->n_history++] = r;
}

double f(const double *x, int n, double rate) {
    plant *p = calloc(1, sizeof *p);
    pump near = {0.05, 0, 1}, far = {0.125, 1, 2};
    p->n = n;
    p->rate = rate;
    p->level = malloc(sizeof *p->level * (size_t)n);
    memcpy(p->level, x, sizeof *x * (size_t)n);
    push(p, decay, &p->rate);
    push(p, feed, &near);
    push(p, feed, &far);
    note(p);
    for (p->steps = 1; p->steps < 6; p->steps++) {
        for (int k = 0; k < p->n_hooks; k++) p->hooks[k].apply(p, p->hooks[k].context);
        note(p);
    }
    const record *last = &p->history[p->n_history - 1];
    double result = last->total * last->total + last->largest
                    + 0.25 * p->history[p->n_history / 2].total / last->positive;
    free(p->history);
    free(p->level);
    free(p);
    return result;
}
