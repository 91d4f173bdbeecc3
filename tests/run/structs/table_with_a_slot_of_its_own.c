// A hash table whose first slot lies in it, between other addresses; children chosen by an index.
// rz: double f(const double x[8] in, int n=8)
// also: n=1
// also: n=2
#include <stdlib.h>
typedef struct entry { struct entry *next; int key; double value; } entry;
typedef struct node { double weight; struct node *left, *right; double *trace; } node;
typedef struct { entry **slots; size_t count, used; entry *single; double *sums; node *root; double total; } store;
static void grow(store *s)
{
    size_t count = 2 * s->count + 1;
    entry **slots = calloc(count, sizeof *slots);
    for (size_t i = 0; i < s->count; i++)
        for (entry *e = s->slots[i], *next; e; e = next) {
            next = e->next;
            e->next = slots[e->key % count];
            slots[e->key % count] = e;
        }
    if (s->slots != &s->single) free(s->slots);
    s->slots = slots;
    s->count = count;
}
static double *at(store *s, int key)
{
    for (entry *e = s->slots[key % s->count]; e; e = e->next)
        if (e->key == key) return &e->value;
    if (s->used++ >= 2 * s->count) grow(s);
    entry *e = calloc(1, sizeof *e);
    size_t slot = key % s->count;
    e->key = key;
    e->next = s->slots[slot];
    s->slots[slot] = e;
    return &e->value;
}
static void insert(store *s, double weight, unsigned path)
{
    node *made = calloc(1, sizeof *made), **place = &s->root;
    made->weight = weight;
    made->trace = &s->sums[path % 2];
    for (; *place; path >>= 1) place = &(&(*place)->left)[path & 1];
    *place = made;
}
static double walk(const node *n, int depth)
{
    if (!n) return 1;
    *n->trace += n->weight * depth;
    return n->weight * walk(n->left, depth + 1) + 0.5 * walk(n->right, depth + 1);
}
static void fell(node *n)
{
    if (!n) return;
    fell(n->left);
    fell(n->right);
    free(n);
}
static void drop(store *s)
{
    for (size_t i = 0; i < s->count; i++)
        for (entry *e = s->slots[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    if (s->slots != &s->single) free(s->slots);
    free(s->sums);
    fell(s->root);
}
double f(const double *x, int n)
{
    store s = {&s.single, 1, 0, 0, calloc(2, sizeof(double)), 0, 0};
    for (int i = 0; i < n; i++) {
        *at(&s, 7 * i % 5) += x[i] * x[0];
        insert(&s, x[i], 3 * i);
    }
    s.total = walk(s.root, 1);
    for (int key = 0; key < 5; key++) s.total += *at(&s, key) * (1 + key) * s.sums[key % 2];
    drop(&s);
    return s.total;
}
