// Arrays of indices and of structs with names are copied byte by byte; structs with the addresses of
// such are assigned.
// rz: double folded(const double x[n] in 0.5..1.5, int n=9)
// also: n=1
// also: n=0
#include <stddef.h>
#include <stdlib.h>

struct part {
    char name[12];
    int at, weight;
};

struct whole {
    struct part *part;
    const double *numbers;
};

__attribute__((noinline)) static void bytes_of(void *to, const void *from, size_t size)
{
    unsigned char *into = to;
    const unsigned char *bytes = from;
    for (size_t i = 0; i < size; i++)
        into[i] = bytes[i];
}

double folded(const double *x, int n)
{
    struct whole *all = malloc((n + 1) * sizeof *all), *same = malloc((n + 1) * sizeof *same);
    struct part *parts = malloc((n + 1) * sizeof *parts), *others = malloc((n + 1) * sizeof *others);
    int order[16], again[16];
    for (int i = 0; i < n; i++) {
        parts[i] = (struct part){"part", i * 5 % n, i + 1};
        all[i] = (struct whole){&parts[i], x + i / 2};
        order[i] = n - 1 - i;
    }
    bytes_of(again, order, n * sizeof *order);
    bytes_of(others, parts, n * sizeof *parts);
    for (int i = 0; i < n; i++) {
        same[i] = all[again[i]];
        same[i].part = &others[same[i].part - parts];
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = 0.5 * sum + same[i].part->weight * x[same[i].part->at] * same[i].numbers[0] +
              (same[i].part->name[1] == 'a');
    free(others);
    free(parts);
    free(same);
    free(all);
    return sum;
}
