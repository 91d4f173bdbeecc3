// A list whose nodes keep both neighbours in one word, the exclusive or of their addresses.
// rz: double folded(const double x[n] in 0.5..1.5, int n=6)
// also: n=1
// also: n=0
#include <stdint.h>
#include <stdlib.h>

struct node {
    double value;
    uintptr_t both;
};

static struct node *beside(const struct node *at, const struct node *from)
{
    return (struct node *)(at->both ^ (uintptr_t)from);
}

double folded(const double *x, int n)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *made = malloc(sizeof *made);
        made->value = x[i] * x[i];
        made->both = (uintptr_t)head;
        if (head)
            head->both ^= (uintptr_t)made;
        head = made;
    }
    double sum = 1;
    struct node *last = NULL, *at = head;
    while (at) {
        sum = sum * 0.5 + at->value * sum;
        struct node *next = beside(at, last);
        last = at;
        at = next;
    }
    for (at = last, last = NULL; at;) {
        struct node *next = beside(at, last);
        sum = sum * 0.7 + at->value;
        free(last);
        last = at;
        at = next;
    }
    free(last);
    return sum;
}
