// Nodes move to a larger block, and their links with them: new + (link - old).
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdlib.h>

struct node {
    struct node *next;
    double value;
};

static struct node *moved(struct node *to, struct node *one, struct node *from)
{
    return one ? (struct node *)((char *)to + ((char *)one - (char *)from)) : NULL;
}

double f(const double *x, int n)
{
    int room = 2;
    struct node *nodes = malloc(room * sizeof *nodes), *last = NULL;
    for (int i = 0; i < n; i++) {
        if (i == room) {
            room *= 2;
            struct node *more = malloc(room * sizeof *more);
            for (int j = 0; j < i; j++) {
                more[j].value = nodes[j].value;
                more[j].next = moved(more, nodes[j].next, nodes);
            }
            last = moved(more, last, nodes);
            free(nodes);
            nodes = more;
        }
        nodes[i].value = x[i] * x[i];
        nodes[i].next = last;
        last = &nodes[i];
    }
    double sum = 0;
    int k = 1;
    for (struct node *one = last; one; one = one->next)
        sum += k++ * one->value;
    free(nodes);
    return sum;
}
