// A list whose links have a kind in their upper sixteen bits.
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
        made->value = x[i];
        made->next = list;
        list = (uint64_t)(uintptr_t)made | (uint64_t)(i % 4 + 1) << 48;
    }
    double sum = 0;
    while (list) {
        struct node *node = (struct node *)(uintptr_t)(list & 0xffffffffffffu);
        int kind = (int)(list >> 48);
        double power = node->value;
        for (int j = 0; j < kind; j++)
            power *= node->value;
        sum += power;
        list = node->next;
        free(node);
    }
    return sum;
}
