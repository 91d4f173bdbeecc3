// Links that are 32-bit distances from where they stand, in one block.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>

struct node {
    int32_t next;
    double value;
};

static void set(int32_t *link, void *to)
{
    *link = to ? (int32_t)((char *)to - (char *)link) : 0;
}

static void *get(int32_t *link)
{
    return *link ? (char *)link + *link : NULL;
}

double f(const double *x, int n)
{
    struct node *pool = malloc(sizeof *pool * (size_t)n);
    for (int i = 0; i < n; i++) {
        pool[i].value = x[i] * x[i];
        set(&pool[i].next, (i + 5) % n ? &pool[(i + 5) % n] : NULL);
    }
    double sum = 0;
    int k = 1;
    for (struct node *node = &pool[n - 1]; node && k < 20; node = get(&node->next))
        sum += k++ * node->value;
    free(pool);
    return sum;
}
