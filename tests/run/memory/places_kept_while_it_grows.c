// A vector that grows: its places are kept as distances in bytes from its beginning meanwhile.
// rz: double f(const double x[n] in 0.5..1.5, int n=12)
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double *begin, *end, *room;
} vector;

__attribute__((noinline)) static double *insert(vector *v, double *at, double value)
{
    ptrdiff_t where = (char *)at - (char *)v->begin;
    if (v->end == v->room) {
        ptrdiff_t used = (char *)v->end - (char *)v->begin;
        char *more = malloc(2 * used + 16);
        if (used)
            memcpy(more, v->begin, used);
        free(v->begin);
        v->begin = (double *)more;
        v->end = (double *)(more + used);
        v->room = (double *)(more + 2 * used + 16);
    }
    double *place = (double *)((char *)v->begin + where);
    memmove(place + 1, place, (char *)v->end - (char *)place);
    v->end++;
    *place = value;
    return place;
}

double f(const double *x, int n)
{
    vector v = {0};
    double *last = NULL, sum = 0;
    for (int i = 0; i < n; i++)
        last = insert(&v, i % 3 ? last : v.begin, x[i] * x[i]);
    for (double *p = v.begin; p != v.end; p++)
        sum += (double)(p - v.begin + 1) * *p;
    free(v.begin);
    return sum;
}
