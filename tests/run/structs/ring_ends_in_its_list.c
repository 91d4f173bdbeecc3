// A ring of numbers that ends in the list itself, whose count and largest lie where nodes have numbers.
// rz: double ring(const double x[n] in, int n=5)
#include <stdlib.h>

struct link { struct link *next, *prev; };
struct node { struct link link; double value, weight; };
struct list { struct link link; long count; double largest; };

static void push(struct list *l, double value, double weight)
{
    struct node *made = malloc(sizeof *made);
    made->value = value, made->weight = weight;
    made->link.next = &l->link, made->link.prev = l->link.prev;
    l->link.prev->next = &made->link, l->link.prev = &made->link;
    l->count++;
    if (value > l->largest) l->largest = value;
}

static struct link *first_above(struct list *l, double limit)
{
    struct link *p = l->link.next;
    while (p != &l->link && ((struct node *)p)->value <= limit) p = p->next;
    return p;
}

double ring(const double *x, int n)
{
    struct list l = {{&l.link, &l.link}, 0, 0};
    double sum = 0;
    for (int i = 0; i < n; i++) push(&l, x[i] * x[i], 1 + x[i]);
    for (int i = 0; i < n; i++) {
        struct link *p = first_above(&l, 0.1 * i);
        if (p != &l.link) sum += ((struct node *)p)->value * ((struct node *)p)->weight;
    }
    sum = sum * l.count + l.largest;
    while (l.link.next != &l.link) {
        struct node *gone = (struct node *)l.link.next;
        l.link.next = gone->link.next, l.link.next->prev = &l.link;
        free(gone);
        l.count--;
    }
    return sum + l.count;
}
