// Texts of all lengths are copied into members of structs, beside numbers that are reached by index.
// rz: double f(const double x[6] in, int n=5)
// also: n=1
#include <stdlib.h>
#include <string.h>

struct station {
    int id;
    char name[14];
    double value[4];
    char unit[5];
    short rank;
};

struct curve {
    double value[5];
    int n;
    char axis[3];
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct station *)a)->name, ((const struct station *)b)->name);
}

static double total(const struct station *s)
{
    double sum = 0;
    for (int j = 0; j < 1 + s->id % 4; j++)
        sum += s->value[j] * (j + 1);
    return sum * (s->unit[0] == 'k' ? 2 : 1) * strlen(s->name) + s->rank;
}

static double area(const struct curve *c)
{
    double sum = 0;
    for (int i = 0; i < c->n; i++)
        sum += c->value[i] * (i + 1);
    return c->axis[1] == 'y' ? sum : -sum;
}

double f(const double *x, int n)
{
    struct station *all = calloc(n, sizeof *all), last;
    struct curve c = {{x[0], x[1] * x[1], x[2], x[3], x[4]}, n, "xyz"};
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct station *s = &all[i];
        s->id = i;
        switch (i) {
        case 0: strcpy(s->name, "troms\303\270"); break;
        case 1: strcpy(s->name, "ax"); break;
        case 2: strcpy(s->name, "copenhagen"); break;
        case 3: strcpy(s->name, "helsingborg"); break;
        default: strcpy(s->name, "oslo");
        }
        for (int j = 0; j < 4; j++)
            s->value[j] = x[(i + j) % 6] * x[j];
        strcpy(s->unit, i & 1 ? "kg" : "mmol");
        s->rank = (short)i;
        struct curve d = c;
        sum = sum * 0.3 + area(&d);
        c.value[i % 5] *= 1.1;
    }
    qsort(all, n, sizeof *all, by_name);
    last = all[n - 1];
    for (int i = 0; i < n; i++)
        sum += total(&all[i]) * (i + 1);
    sum += total(&last);
    free(all);
    return sum;
}
