// Links of a list are copied and ended as words by small functions; what was cut off is freed.
// rz: double cut(const double x[n] in, int n=6)
// also: n=1
// also: n=0
#include <stdlib.h>
#include <string.h>

struct link {
    struct node *to;
};
struct node {
    struct link next;
    double value;
};
__attribute__((noinline)) static void end(struct link *at)
{
    memset(at, 0, sizeof *at);
}
__attribute__((noinline)) static void lead(struct link *at, const struct link *where)
{
    *at = *where;
}

double cut(const double *x, int n)
{
    struct link head, rest;
    double s = 0;
    end(&head);
    end(&rest);
    for (int i = 0; i < n; i++) {
        struct node *made = malloc(sizeof *made);
        made->value = x[i] * x[i];
        lead(&made->next, &head);
        head.to = made;
    }
    struct link *at = &head;
    for (int i = 0; at->to && i < 3; i++)
        at = &at->to->next;
    lead(&rest, at);
    end(at);
    for (struct node *p = head.to; p; p = p->next.to)
        s = s * 0.5 + p->value;
    for (struct node *p = rest.to; p; p = p->next.to)
        s += p->value * p->value;
    struct link *both[2] = {&head, &rest};
    for (int k = 0; k < 2; k++)
        while (both[k]->to) {
            struct node *dead = both[k]->to;
            lead(both[k], &dead->next);
            free(dead);
        }
    return s;
}
