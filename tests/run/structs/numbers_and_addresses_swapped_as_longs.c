// Structs with a number and an address, swapped as words of type long.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>

typedef struct {
    double number;
    double *place;
} item;

__attribute__((noinline)) static void swap(void *a, void *b, size_t size)
{
    long *p = a, *q = b;
    for (size_t left = size / sizeof *p; left > 0; left--) {
        long kept = *p;
        *p++ = *q;
        *q++ = kept;
    }
}

double f(const double *x, int n)
{
    item v[16];
    double squares[16];
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i] + i;
        v[i].number = 2 * x[i];
        v[i].place = &squares[i * 5 % n];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (v[j].number > v[j + 1].number)
                swap(&v[j], &v[j + 1], sizeof v[0]);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i].number * *v[i].place;
    return sum;
}
