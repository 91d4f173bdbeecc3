// A hash table with chains and a growing array of buckets; sums by key, asked for by a callback.
// rz: double grouped(const double v[n] in, const int key[n] const below 7, int n=20)
// also: n=0
// also: n=3
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char name[12];
    uint32_t hash;
    int count;
    double sum;
};

struct table {
    struct entry **bucket;
    size_t used, size;
};

static uint32_t hashed(const char *s)
{
    uint32_t h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static void grow(struct table *t)
{
    size_t size = t->size ? 2 * t->size : 2;
    struct entry **bucket = calloc(size, sizeof *bucket);
    for (size_t i = 0; i < t->size; i++)
        for (struct entry *e = t->bucket[i], *next; e; e = next) {
            next = e->next;
            e->next = bucket[e->hash % size];
            bucket[e->hash % size] = e;
        }
    free(t->bucket);
    t->bucket = bucket;
    t->size = size;
}

static double *find(struct table *t, const char *name)
{
    uint32_t h = hashed(name);
    if (t->size)
        for (struct entry *e = t->bucket[h % t->size]; e; e = e->next)
            if (e->hash == h && strcmp(e->name, name) == 0) {
                e->count++;
                return &e->sum;
            }
    if (t->used >= t->size)
        grow(t);
    struct entry *e = malloc(sizeof *e);
    *e = (struct entry){.next = t->bucket[h % t->size], .hash = h, .count = 1, .sum = 0};
    strncpy(e->name, name, sizeof e->name - 1);
    t->bucket[h % t->size] = e;
    t->used++;
    return &e->sum;
}

static void each(struct table *t, void (*f)(void *, const struct entry *), void *with)
{
    for (size_t i = 0; i < t->size; i++)
        for (struct entry *e = t->bucket[i]; e; e = e->next)
            f(with, e);
}

struct result { double total; int n; };

static void take(void *with, const struct entry *e)
{
    struct result *r = with;
    r->total += e->sum * e->sum / e->count;
    r->n++;
}

double grouped(const double *v, const int *key, int n)
{
    struct table t = {0};
    char name[12] = "key-";
    for (int i = 0; i < n; i++) {
        name[4] = (char)('a' + key[i]);
        name[5] = 0;
        *find(&t, name) += v[i] * v[i];
    }
    struct result r = {0, 0};
    each(&t, take, &r);
    for (size_t i = 0; i < t.size; i++)
        for (struct entry *e = t.bucket[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    free(t.bucket);
    return r.total * (r.n + 1);
}
