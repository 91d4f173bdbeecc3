// A linked list is built on the heap, folded, and freed node by node.
// rz: double fold(const double x[n] in, int n=7)
// also: n=0
// also: n=1
#include <math.h>
#include <stdlib.h>

struct node {
    double value;
    struct node *next;
};

double fold(const double *x, int n)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = x[i] * x[i];
        fresh->next = head;
        head = fresh;
    }
    double s = 0.2;
    for (struct node *p = head; p; p = p->next)
        s = sin(s * p->value) + p->value;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return s;
}
