// A buffer that grows by bytes holds numbers at one time, and texts of any length at another.
// rz: double f(const double x[n] in 0.5..1.5, int n=6, long length=7)
// also: length=13
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *bytes;
    size_t used, room;
} buffer;

__attribute__((noinline)) static void append(buffer *to, const void *from, size_t size)
{
    if (to->used + size > to->room) {
        to->room = 2 * (to->used + size);
        to->bytes = realloc(to->bytes, to->room);
    }
    memcpy(to->bytes + to->used, from, size);
    to->used += size;
}

double f(const double *x, int n, long length)
{
    buffer one = {0}, two = {0};
    for (int i = 0; i < n; i++) {
        double square = x[i] * x[i];
        append(&one, &square, sizeof square);
        append(&two, "a text of some length", length);
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double held;
        memcpy(&held, one.bytes + i * sizeof held, sizeof held);
        sum += held * two.bytes[(size_t)i * length + 2];
    }
    free(one.bytes);
    free(two.bytes);
    return sum;
}
