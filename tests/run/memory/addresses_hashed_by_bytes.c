// A table finds entries by hashes of addresses: of their bytes, of what is left of them by shifts.
// rz: double folded(const double x[n] in 0.5..1.5, int n=9)
// also: n=1
// also: n=0
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct entry {
    const double *key;
    struct entry *next;
    double value;
    uint32_t hash, low;
    unsigned char ends[4];
};

__attribute__((noinline)) static uint32_t hash_of(const void *key, size_t size)
{
    const unsigned char *bytes = key;
    uint32_t hash = 2166136261u, sum = 0;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 16777619u;
        sum += bytes[i];
        sum += sum << 10;
        sum ^= sum >> 6;
    }
    return hash + sum;
}

static struct entry *entered(struct entry **table, struct entry *one, const double *key)
{
    one->key = key;
    one->hash = hash_of(&key, sizeof key);
    one->low = (uint32_t)(uintptr_t)key;
    one->ends[0] = ((unsigned char *)&key)[0], one->ends[1] = ((unsigned char *)&key)[1];
    one->next = table[one->hash % 8];
    return table[one->hash % 8] = one;
}

static struct entry *found(struct entry **table, const double *key)
{
    uint32_t hash = hash_of(&key, sizeof key);
    struct entry *at = table[hash % 8];
    while (at && (at->key != key || at->hash != hash || at->low != (uint32_t)(uintptr_t)key))
        at = at->next;
    return at;
}

double folded(const double *x, int n)
{
    struct entry *table[8] = {0}, *all = malloc((n + 1) * sizeof *all);
    for (int i = 0; i < n; i++)
        entered(table, &all[i], &x[i])->value = x[i] * x[i];
    double sum = 0;
    for (int i = n - 1; i >= 0; i--) {
        struct entry *one = found(table, &x[i]);
        sum = 0.5 * sum + one->value * (one->ends[0] == (unsigned char)(uintptr_t)&x[i] ? x[i] : 1);
    }
    free(all);
    return sum;
}
