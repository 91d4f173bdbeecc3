// Structs of a number and an address are exchanged by exclusive or, word by word.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>

typedef struct {
    double weight;
    double *at;
} item;

__attribute__((noinline)) static void exchange(void *one, void *other, int words)
{
    uint64_t *a = one, *b = other;
    for (int i = 0; i < words; i++)
        a[i] ^= b[i], b[i] ^= a[i], a[i] ^= b[i];  // error: NoDerivative RZ203
}

double f(const double *x, int n)
{
    double squares[6], sum = 0;
    item items[6];
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i];
        items[i].at = &squares[i];
        items[i].weight = 3 * x[i];
    }
    for (int i = 0; i + 1 < n; i += 2)
        exchange(&items[i], &items[i + 1], 2);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * *items[i].at * items[i].weight;
    return sum;
}
