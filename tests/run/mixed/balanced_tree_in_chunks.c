// An AVL tree ordered by active keys, rotations, parent pointers, nodes from chunks aligned by hand.
// rz: double ranked(const double x[n] in 0..3, int n=12)
// also: n=0
// needs: types
// also: n=1
#include <stdint.h>
#include <stdlib.h>

struct node { double key; struct node *kid[2], *up; int height; };
struct chunk { struct chunk *before; size_t used; unsigned char bytes[200]; };

static void *taken(struct chunk **c, size_t size)
{
    for (;;) {
        if (*c) {
            uintptr_t at = (uintptr_t)((*c)->bytes + (*c)->used);
            uintptr_t fit = (at + 15) & ~(uintptr_t)15;
            size_t used = (*c)->used + (fit - at) + size;
            if (used <= sizeof (*c)->bytes) {
                (*c)->used = used;
                return (void *)fit;
            }
        }
        struct chunk *more = malloc(sizeof *more);
        more->before = *c;
        more->used = 0;
        *c = more;
    }
}

static int height(const struct node *n) { return n ? n->height : 0; }

static void update(struct node *n)
{
    int l = height(n->kid[0]), r = height(n->kid[1]);
    n->height = 1 + (l > r ? l : r);
}

static struct node *rotated(struct node *n, int way)
{
    struct node *k = n->kid[!way];
    n->kid[!way] = k->kid[way];
    if (k->kid[way])
        k->kid[way]->up = n;
    k->kid[way] = n;
    k->up = n->up;
    n->up = k;
    update(n);
    update(k);
    return k;
}

static struct node *inserted(struct chunk **c, struct node *n, struct node *up, double key)
{
    if (!n) {
        n = taken(c, sizeof *n);
        n->key = key;
        n->kid[0] = n->kid[1] = NULL;
        n->up = up;
        n->height = 1;
        return n;
    }
    int way = key > n->key;
    n->kid[way] = inserted(c, n->kid[way], n, key);
    update(n);
    int lean = height(n->kid[1]) - height(n->kid[0]);
    if (lean > 1 || lean < -1) {
        int heavy = lean > 0;
        struct node *k = n->kid[heavy];
        if (height(k->kid[!heavy]) > height(k->kid[heavy])) {
            n->kid[heavy] = rotated(k, heavy);
        }
        n = rotated(n, !heavy);
    }
    return n;
}

double ranked(const double *x, int n)
{
    struct chunk *c = NULL;
    struct node *root = NULL;
    for (int i = 0; i < n; i++)
        root = inserted(&c, root, NULL, x[i] * x[i]);
    double s = 0;
    int rank = 0;
    struct node *at = root;
    while (at && at->kid[0])
        at = at->kid[0];
    while (at) {
        s += ++rank * at->key + s * 0.01;
        if (at->kid[1]) {
            at = at->kid[1];
            while (at->kid[0])
                at = at->kid[0];
        } else {
            struct node *from = at;
            at = at->up;
            while (at && at->kid[1] == from) {
                from = at;
                at = at->up;
            }
        }
    }
    while (c) {
        struct chunk *b = c->before;
        free(c);
        c = b;
    }
    return s;
}
