// Links are shifted to make room for a kind; whole nodes are copied from where they lead.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>

struct node {
    double value;
    uint64_t next;
};

double f(const double *x, int n)
{
    uint64_t list = 0;
    for (int i = 0; i < n; i++) {
        struct node *made = malloc(sizeof *made);
        made->value = x[i] * x[i];
        made->next = list;
        list = (uint64_t)(uintptr_t)made >> 3 << 8 | (uint64_t)(i % 4 + 1);
    }
    double sum = 0;
    struct node at;
    while (list) {
        struct node *node = (struct node *)(uintptr_t)(list >> 8 << 3);
        at = *node;  // error: ActivityError RZ405
        sum += (double)(list & 255) * at.value;
        list = at.next;
        free(node);
    }
    return sum;
}
