// Events with times and links in an arena; the offset is rounded up, the base is an address.
// rz: double simulated(const double rate[n] in 0.5..1.5, int n=5, double horizon in 1..2)
// also: n=0
#include <stdint.h>
#include <stdlib.h>

struct event { double time, size; struct event *after; };
struct arena { size_t used, events; struct event *first; unsigned char data[600]; };

static struct event *scheduled(struct arena *a, double time, double size)
{
    size_t wanted = (-(uintptr_t)(a->data + a->used)) & 7;
    struct event *e = (struct event *)(a->data + a->used + wanted);
    a->used += wanted + sizeof *e;
    a->events += 1;
    e->time = time;
    e->size = size;
    e->after = a->first;
    a->first = e;
    return e;
}

double simulated(const double *rate, int n, double horizon)
{
    struct arena *a = malloc(sizeof *a);
    a->used = a->events = 0;
    a->first = NULL;
    double clock = 0;
    for (int i = 0; i < n; i++) {
        clock += horizon / (1 + rate[i]);
        scheduled(a, clock, rate[i] * clock);
    }
    double sum = 0;
    for (struct event *e = a->first; e; e = e->after)
        sum += e->size * e->time + (double)a->events;
    free(a);
    return sum;
}
