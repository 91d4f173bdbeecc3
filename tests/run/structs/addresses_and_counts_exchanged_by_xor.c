// Addresses, and counts beside numbers, are exchanged by exclusive or as integers of one type.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>

typedef struct {
    double weight;
    uint64_t count;
} item;

__attribute__((noinline)) static void exchange(uint64_t *one, uint64_t *other)
{
    *one ^= *other, *other ^= *one, *one ^= *other;
}

double f(const double *x, int n)
{
    double squares[6], *places[6], sum = 0;
    item items[6];
    uint64_t seen = 0;
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i];
        places[i] = &squares[i];
        items[i].weight = 3 * x[i];
        items[i].count = (uint64_t)i + 1;
    }
    for (int i = 0; i + 1 < n; i += 2) {
        exchange(&items[i].count, &items[i + 1].count);
        exchange((uint64_t *)&places[i], (uint64_t *)&places[i + 1]);
    }
    for (int i = 0; i < n; i++) {
        seen ^= items[i].count;
        sum += (double)items[i].count * *places[i] * items[i].weight;
    }
    return sum * (double)(seen + 1);
}
