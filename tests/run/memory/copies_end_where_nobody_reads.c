// Copies of so many bytes end within names, within padding, and within numbers that nobody reads.
// rz: double f(const double x[n] in 0.5..1.5, int n=6, long length=5)
// also: length=3
// also: length=11
#include <stddef.h>
#include <string.h>

typedef struct {
    double weight;
    const double *at;
    char name[12];
} item;

__attribute__((noinline)) static void begun(void *to, const void *from, long bytes)
{
    memcpy(to, from, bytes);
}

double f(const double *x, int n, long length)
{
    item items[3] = {{0}}, copies[3] = {{0}};
    for (int i = 0; i < 3; i++) {
        items[i].weight = x[i] * x[i + 1];
        items[i].at = &x[(i + 3) % n];
        memcpy(items[i].name, "a long name", 12);
    }
    begun(copies, items, 2 * sizeof(item) + offsetof(item, at) + 8);
    begun(&copies[2], &items[2], offsetof(item, name) + length);
    double sum = copies[2].weight * *copies[2].at * copies[2].name[1];
    begun(copies, items + 1, sizeof(item) + length);
    copies[1].weight = x[0], copies[1].at = x + 1;
    return sum + copies[0].weight * *copies[0].at + copies[1].weight * *copies[1].at;
}
