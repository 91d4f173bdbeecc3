// A cache of the most recently used: a hash into a doubly linked list, evicted answers computed again.
// rz: double f(const double x[n] in, const int asked[m] below n, int n=6, int m=20)
#include <stdlib.h>

struct item {
    unsigned key;
    double value;
    struct item *newer, *older, *chain;
};
struct cache {
    struct item *buckets[5], *newest, *oldest;
    unsigned count, limit, misses;
};

static void unlink_item(struct cache *c, struct item *it)
{
    *(it->newer ? &it->newer->older : &c->newest) = it->older;
    *(it->older ? &it->older->newer : &c->oldest) = it->newer;
}
static void push_newest(struct cache *c, struct item *it)
{
    it->newer = NULL;
    it->older = c->newest;
    *(c->newest ? &c->newest->newer : &c->oldest) = it;
    c->newest = it;
}
static void evict(struct cache *c)
{
    struct item *it = c->oldest, **at = &c->buckets[it->key * 2654435761u % 5u];
    while (*at != it)
        at = &(*at)->chain;
    *at = it->chain;
    unlink_item(c, it);
    free(it);
    c->count--;
}
static double *lookup(struct cache *c, unsigned key, const double *x)
{
    struct item **bucket = &c->buckets[key * 2654435761u % 5u];
    for (struct item *it = *bucket; it; it = it->chain)
        if (it->key == key) {
            unlink_item(c, it);
            push_newest(c, it);
            return &it->value;
        }
    if (c->count == c->limit)
        evict(c);
    struct item *it = malloc(sizeof *it);
    *it = (struct item){.key = key, .value = x[key] * x[key], .chain = *bucket};
    *bucket = it;
    push_newest(c, it);
    c->count++;
    c->misses++;
    return &it->value;
}

double f(const double *x, const int *asked, int n, int m)
{
    struct cache c = {.limit = 3};
    double s = 0;
    for (int k = 0; k < m; k++) {
        double *v = lookup(&c, (unsigned)asked[k], x);
        *v *= 1 + 0.1 * x[k % n]; // what is evicted forgets this
        s += *v * (k + 1);
    }
    s *= c.misses;
    while (c.count)
        evict(&c);
    return s;
}
