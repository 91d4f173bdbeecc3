// Records come from a pool of the file's own, cleared, and go back: of what they were before, all is
// not known, neither where there is room nor in members that nobody reads.
// rz: double f(const double x[6] in, int n=5)
// also: n=0
// also: n=1
#include <stdlib.h>
#include <string.h>

struct record {
    struct record *next;
    double key;
    unsigned rank;
};
struct reading {
    struct reading *next;
    double value, spare;
    unsigned weight;
};
union slot {
    struct record record;
    union slot *free;
};
union place {
    struct reading reading;
    union place *free;
};

static union slot slots[8], *free_slot;
static union place places[6], *free_place;

static void prepare(void)
{
    for (int i = 0; i < 7; i++)
        slots[i].free = &slots[i + 1];
    for (int i = 0; i < 5; i++)
        places[i].free = &places[i + 1];
    slots[7].free = NULL;
    places[5].free = NULL;
    free_slot = slots;
    free_place = places;
}

static struct record *new_record(void)
{
    union slot *s = free_slot;
    if (!s)
        return NULL;
    free_slot = s->free;
    memset(s, 0, sizeof *s);
    return &s->record;
}

static struct reading *new_reading(void)
{
    union place *p = free_place;
    if (!p)
        return NULL;
    free_place = p->free;
    memset(p, 0, sizeof *p);
    return &p->reading;
}

static void release(struct record *r)
{
    union slot *s = (union slot *)r;
    s->free = free_slot;
    free_slot = s;
}

double f(const double *x, int n)
{
    struct record *list = NULL;
    struct reading *all = NULL;
    double sum = 0;
    prepare();
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < n; i++) {
            struct record *r = new_record();
            r->key += x[i] * x[i] + sum;
            r->rank = (unsigned)i;
            r->next = list;
            list = r;
        }
        while (list) {
            struct record *next = list->next;
            sum = sum * 0.5 + list->key * list->key * (list->rank + 1);
            release(list);
            list = next;
        }
    }
    for (int i = 0; i < n; i++) {
        struct reading *r = new_reading();
        r->value += x[i] * sum;
        r->weight += (unsigned)i + 1;
        r->next = all;
        all = r;
    }
    for (; all; all = all->next)
        sum += all->value * all->weight;
    return sum;
}
