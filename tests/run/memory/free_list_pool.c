// Nodes are recycled through a free list: the same memory is another object later.
// rz: double recycle(const double x[n] in, int n=9)
// also: n=0
// also: n=2
struct node {
    double v;
    struct node *next;
};

double recycle(const double *x, int n)
{
    struct node pool[3], *spare = 0, *queue = 0, **tail = &queue;
    for (int i = 0; i < 3; i++) {
        pool[i].next = spare;
        spare = &pool[i];
    }
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        if (!spare) {
            struct node *old = queue;
            queue = old->next;
            if (!queue)
                tail = &queue;
            s = s * 0.7 + old->v * old->v;
            old->next = spare;
            spare = old;
        }
        struct node *fresh = spare;
        spare = fresh->next;
        fresh->v = x[i] * (1.0 + s);
        fresh->next = 0;
        *tail = fresh;
        tail = &fresh->next;
    }
    for (; queue; queue = queue->next)
        s += queue->v;
    return s;
}
