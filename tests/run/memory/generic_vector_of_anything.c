// A growing vector of elements of any size, filled and read by memcpy of a size known at run time.
// rz: double blend(const double x[n] in 0.5..1.5, int n=9)
// also: n=0
// also: n=1
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct vector {
    char *bytes;
    size_t size, room, element;
};

struct sample {
    int where;
    float weight;
    double value;
};

static void *push(struct vector *v, const void *element)
{
    if (v->size == v->room) {
        v->room = v->room ? v->room * 2 : 2;
        v->bytes = realloc(v->bytes, v->room * v->element);
    }
    void *place = v->bytes + v->size++ * v->element;
    memcpy(place, element, v->element);
    return place;
}

static void get(const struct vector *v, size_t i, void *out)
{
    memcpy(out, v->bytes + i * v->element, v->element);
}

double blend(const double *x, int n)
{
    struct vector numbers = {0, 0, 0, sizeof(double)}, samples = {0, 0, 0, sizeof(struct sample)};
    for (int i = 0; i < n; i++) {
        double t = sin(x[i]) * x[i];
        push(&numbers, &t);
        struct sample s = {n - 1 - i, 0.5f + (float)i, x[i] * x[i]};
        push(&samples, &s);
    }
    double sum = 0;
    for (size_t i = 0; i < samples.size; i++) {
        struct sample s;
        double t;
        get(&samples, i, &s);
        get(&numbers, (size_t)s.where, &t);
        sum += s.weight * s.value * t;
    }
    free(numbers.bytes);
    free(samples.bytes);
    return sum;
}
