// Names inside of structs with numbers, looked through and cut at what strchr, strrchr and memchr find.
// rz: double labelled(const double x[n] in, int n=5)
// also: n=0
#include <stdlib.h>
#include <string.h>

struct entry { double value; char name[24]; double weight; struct entry *next; };

static const char *const text[] = {"mass:kg", " rate=3;x", "none", "a.b.c", "=;"};

double labelled(const double *x, int n)
{
    struct entry *all = NULL;
    for (int i = 0; i < n; i++) {
        struct entry *e = malloc(sizeof *e);
        e->value = x[i];
        e->weight = x[i] * x[i];
        e->next = all;
        strcpy(e->name, text[i % 5]);
        char *end = strchr(e->name, ':');
        if (end)
            *end = 0;
        char *p = strrchr(e->name, '.');
        if (p != NULL && p > e->name)
            *p++ = 0;
        char *sign = memchr(e->name, '=', strlen(e->name));
        struct entry *owner = e;
        if (sign) {
            owner = (struct entry *)(sign - (sign - (char *)e));
            owner->weight *= 2;
        }
        all = owner;
    }
    double s = 0;
    while (all) {
        struct entry *next = all->next;
        s += all->value * all->weight * (double)strlen(all->name);
        free(all);
        all = next;
    }
    return s;
}
