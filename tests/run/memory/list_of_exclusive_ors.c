// A list with one link for both directions: the exclusive or of two addresses.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
// also: n=1
#include <stdint.h>
#include <stdlib.h>

struct node {
    double value;
    uintptr_t both;
};

static struct node *beyond(const struct node *at, const struct node *from)
{
    return (struct node *)(at->both ^ (uintptr_t)from);
}

double f(const double *x, int n)
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
    double sum = 0;
    int k = 1;
    struct node *from = NULL, *at = head;
    while (at) {
        sum += k++ * at->value;
        struct node *next = beyond(at, from);
        from = at;
        at = next;
    }
    at = from;
    from = NULL;
    while (at) {
        sum += k++ * at->value * at->value;
        struct node *next = beyond(at, from);
        free(from);
        from = at;
        at = next;
    }
    free(from);
    return sum;
}
