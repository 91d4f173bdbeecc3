// A circular doubly linked list in which nodes are unlinked by a rule (Josephus).
// rz: double survivor(const double x[n] in, int n=7, int skip=3)
// also: n=1
// also: n=2
struct node {
    double v;
    struct node *prev, *next;
};

double survivor(const double *x, int n, int skip)
{
    struct node ring[16];
    for (int i = 0; i < n; i++)
        ring[i] = (struct node){x[i], &ring[(i + n - 1) % n], &ring[(i + 1) % n]};
    struct node *p = ring;
    for (int left = n; left > 1; left--) {
        for (int k = 1; k < skip; k++)
            p = p->next;
        p->prev->v += 0.5 * p->v * p->next->v;
        p->prev->next = p->next;
        p->next->prev = p->prev;
        p = p->next;
    }
    return p->v * p->v;
}
