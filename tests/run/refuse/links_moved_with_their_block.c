// The links of nodes are moved on by the distance of their block from where it was before.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    double value;
};

double f(const double *x, int n)
{
    struct node *nodes = malloc(n * sizeof *nodes);
    for (int i = 0; i < n; i++) {
        nodes[i].value = x[i] * x[i];
        nodes[i].next = i ? &nodes[i - 1] : NULL;
    }
    struct node *moved = malloc(n * sizeof *moved);
    memcpy(moved, nodes, n * sizeof *moved);
    ptrdiff_t by = (char *)moved - (char *)nodes;
    for (int i = 0; i < n; i++)
        if (moved[i].next)
            moved[i].next = (struct node *)((char *)moved[i].next + by);  // error: ActivityError RZ405
    free(nodes);
    double sum = 0;
    int k = 1;
    for (struct node *one = &moved[n - 1]; one; one = one->next)
        sum += k++ * one->value;
    free(moved);
    return sum;
}
