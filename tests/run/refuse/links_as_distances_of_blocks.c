// Nodes are linked by distances from each other, and each has been allocated by itself.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>
#include <stdlib.h>

struct node {
    ptrdiff_t next;
    double value;
};

__attribute__((noinline)) static void link(ptrdiff_t *from, void *to)
{
    *from = to ? (char *)to - (char *)from : 0;  // error: ActivityError RZ405
}

static void *linked(ptrdiff_t *from)
{
    return *from ? (char *)from + *from : NULL;
}

double f(const double *x, int n)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *one = malloc(sizeof *one);
        one->value = x[i] * x[i];
        link(&one->next, head);
        head = one;
    }
    double sum = 0;
    for (int k = 1; head; k++) {
        struct node *one = head;
        sum += k * one->value;
        head = linked(&one->next);
        free(one);
    }
    return sum;
}
