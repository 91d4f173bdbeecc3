// Nodes on two intrusive rings at once (container_of), sorted by insertion and moved between lists.
// rz: double f(const double x[n] in, const int kind[n] below 3, int n=8)
// also: n=1
#include <stddef.h>
#include <stdlib.h>

struct link { struct link *prev, *next; };
struct particle {
    int kind;
    struct link all;
    double mass;
    struct link same;
    double charge;
};
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static void ring_init(struct link *l) { l->prev = l->next = l; }
static void ring_insert(struct link *l, struct link *before)
{
    l->prev = before->prev;
    l->next = before;
    before->prev->next = l;
    before->prev = l;
}
static void ring_remove(struct link *l)
{
    l->prev->next = l->next;
    l->next->prev = l->prev;
    ring_init(l);
}

double f(const double *x, const int *kind, int n)
{
    struct link all, kinds[3];
    ring_init(&all);
    for (int k = 0; k < 3; k++)
        ring_init(&kinds[k]);
    for (int i = 0; i < n; i++) {
        struct particle *p = malloc(sizeof *p);
        p->mass = x[i] * x[i];
        p->charge = 1 / x[i];
        p->kind = kind[i];
        struct link *at = all.next;
        while (at != &all && container_of(at, struct particle, all)->mass < p->mass)
            at = at->next;
        ring_insert(&p->all, at);
        ring_insert(&p->same, &kinds[p->kind]);
    }
    // the heavy ones of kind 0 become kind 1 and lose charge
    for (struct link *l = kinds[0].next, *next; l != &kinds[0]; l = next) {
        struct particle *p = container_of(l, struct particle, same);
        next = l->next;
        if (p->mass > 1) {
            ring_remove(l);
            ring_insert(l, kinds[1].next);
            p->charge *= p->mass;
        }
    }
    double s = 0, weight = 1;
    for (struct link *l = all.prev; l != &all; l = l->prev) {
        s += weight * container_of(l, struct particle, all)->charge;
        weight *= 0.75;
    }
    for (int k = 0; k < 3; k++)
        for (struct link *l = kinds[k].next; l != &kinds[k]; l = l->next)
            if (l->next != &kinds[k])
                s += container_of(l, struct particle, same)->charge * container_of(l->next, struct particle, same)->mass * (k + 1);
    while (all.next != &all) {
        struct particle *p = container_of(all.next, struct particle, all);
        ring_remove(&p->all);
        free(p);
    }
    return s;
}
