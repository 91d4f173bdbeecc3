// A linked list of the user's with a mirrored shadow list.
#include <stdlib.h>
#include "near.h"

struct node {
    double value;
    int weight;
    struct node *next;
};
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double fold(const struct node *p)
{
    double s = 0.0;
    for (; p; p = p->next)
        s = s * 0.5 + p->weight * p->value * p->value;
    return s;
}

static struct node *list(int n, int shadow)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        *fresh = (struct node){shadow ? 0.0 : 0.3 * (i + 1), i + 1, head};
        head = fresh;
    }
    return head;
}

int main(void)
{
    struct node *x = list(4, 0), *dx = list(4, 1), *keep = x, *dkeep = dx;
    __enzyme_autodiff((void *)fold, enzyme_dup, x, dx);
    double factor = 0.125;
    for (; x; x = x->next, dx = dx->next, factor *= 2)
        near("node", dx->value, factor * 2 * x->weight * x->value);
    while (keep) {
        struct node *next = keep->next, *dnext = dkeep->next;
        free(keep);
        free(dkeep);
        keep = next;
        dkeep = dnext;
    }
    return wrong;
}
