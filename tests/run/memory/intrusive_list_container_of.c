// Nodes hold their links inside, and are found from these by offsetof; sorted by a count, then folded.
// rz: double fold(const double x[n] in 0.5..1.5, int n=8)
// also: n=1
// also: n=0
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next, *prev;
};

struct body {
    double mass;
    struct link by_mass;
    int rank;
    struct link by_rank;
    double pull;
};

#define of(member, l) ((struct body *)((char *)(l) - offsetof(struct body, member)))

static void insert_before(struct link *at, struct link *l)
{
    l->prev = at->prev;
    l->next = at;
    at->prev->next = l;
    at->prev = l;
}

static void take(struct link *l)
{
    l->prev->next = l->next;
    l->next->prev = l->prev;
}

double fold(const double *x, int n)
{
    struct link masses = {&masses, &masses}, ranks = {&ranks, &ranks};
    for (int i = 0; i < n; i++) {
        struct body *b = malloc(sizeof *b);
        b->mass = x[i] * x[i];
        b->rank = (i * 5) % 7;
        b->pull = 0;
        insert_before(&masses, &b->by_mass);
        struct link *at = ranks.next;
        while (at != &ranks && of(by_rank, at)->rank < b->rank)
            at = at->next;
        insert_before(at, &b->by_rank);
    }
    double last = 1;
    for (struct link *l = ranks.next; l != &ranks; l = l->next) {
        struct body *b = of(by_rank, l);
        b->pull = last * sin(b->mass);
        last = b->pull + 0.5 * b->mass;
    }
    double sum = 0;
    while (masses.next != &masses) {
        struct body *b = of(by_mass, masses.next);
        take(&b->by_mass);
        take(&b->by_rank);
        sum = sum * 0.9 + b->pull * b->mass;
        free(b);
    }
    return sum;
}
