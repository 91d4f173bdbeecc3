// A linked list, recursion, a union of a number and its address: by clang 14, without optimisation.
#include <stdlib.h>

struct node { double value; struct node *next; };

static struct node *put(struct node *list, double value) {
    struct node *made = malloc(sizeof *made);
    made->value = value;
    made->next = list;
    return made;
}

static double horner(const struct node *list, double x) {
    return list ? list->value + x * horner(list->next, x) : 0;
}

double lists(const double *c, int n, double x) {
    struct node *list = 0;
    for (int i = 0; i < n; i++) list = put(list, c[i] * c[i]);
    double found = horner(list, x);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return found;
}
