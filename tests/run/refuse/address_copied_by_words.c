// A struct with an address is copied in words of half its size, by a function of the program's own.
// rz: double f(const double x[n] in 0.5..1.5, int n=8)
#include <stddef.h>

typedef struct {
    double *row;
    long count;
} view;

__attribute__((noinline)) static void words_of(void *to, const void *from, size_t size)
{
    unsigned *into = to;
    const unsigned *words = from;
    for (size_t i = 0; i < size / sizeof *into; i++)
        into[i] = words[i];
}

double f(const double *x, int n)
{
    double squares[8];
    for (int i = 0; i < 8; i++)
        squares[i] = x[i % n] * x[i % n];
    view one = {squares, 8}, two;
    words_of(&two, &one, sizeof one);
    double sum = squares[2];
    for (long i = 0; i < two.count; i++)
        sum += (double)(i + 1) * two.row[i];  // error: ActivityError RZ405
    return sum;
}
