// Rows are found by a hash of their address; the hash is an index, and the address is kept whole.
// rz: double f(const double x[n] in, int n=6)
#include <stdint.h>
#include <string.h>

struct entry { const double *key; double weight; };

static unsigned hashed(const void *p)
{
    uint64_t bits = (uintptr_t)p;
    bits ^= bits >> 33;
    bits *= 0xff51afd7ed558ccdull;
    return (unsigned)(bits >> 40) % 16;
}

static struct entry *found(struct entry *table, const double *key)
{
    unsigned at = hashed(key);
    while (table[at].key && table[at].key != key)
        at = (at + 1) % 16;
    return &table[at];
}

double f(const double *x, int n)
{
    double rows[6];
    struct entry table[16];
    memset(table, 0, sizeof table);
    for (int i = 0; i < n; i++) {
        rows[i] = x[i] * x[i];
        struct entry *e = found(table, &rows[i]);
        e->key = &rows[i];
        e->weight = 1 + x[i];
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct entry *e = found(table, &rows[n - 1 - i]);
        sum += *e->key * e->weight;
    }
    return sum;
}
