// Objects that carry a table of their operations, each kind with fields of its own.
// rz: double total(const double x[n] in, int n=9)
// also: n=0
// also: n=1
#include <math.h>
#include <stdlib.h>

struct node;
struct operations {
    int (*arity)(const struct node *);
    double (*value)(const struct node *);
    void (*release)(struct node *);
};
struct node {
    const struct operations *ops;
};
struct number {
    struct node head;
    double v;
};
struct label {
    struct node head;
    char *text;
    int length;
};
struct pair {
    struct node head;
    struct node *left, *right;
    double weight;
};

static int none(const struct node *n) { return n ? 0 : -1; }
static int two(const struct node *n) { return n ? 2 : -1; }
static double number_value(const struct node *n)
{
    double v = ((const struct number *)n)->v;
    return v * v;
}
static double label_value(const struct node *n) { return ((const struct label *)n)->length; }
static double pair_value(const struct node *n)
{
    const struct pair *p = (const struct pair *)n;
    double l = p->left->ops->value(p->left);
    double r = p->right->ops->value(p->right);
    return p->weight * l + sin(r);
}
static void plain_release(struct node *n) { free(n); }
static void label_release(struct node *n)
{
    free(((struct label *)n)->text);
    free(n);
}
static void pair_release(struct node *n)
{
    struct pair *p = (struct pair *)n;
    p->left->ops->release(p->left);
    p->right->ops->release(p->right);
    free(p);
}
static const struct operations numbers = {none, number_value, plain_release};
static const struct operations labels = {none, label_value, label_release};
static const struct operations pairs = {two, pair_value, pair_release};

static struct node *number(double v)
{
    struct number *n = malloc(sizeof *n);
    n->head.ops = &numbers;
    n->v = v;
    return &n->head;
}
static struct node *label(int length)
{
    struct label *n = malloc(sizeof *n);
    n->head.ops = &labels;
    n->text = calloc(1, length + 1);
    for (int i = 0; i < length; i++)
        n->text[i] = 'a' + i;
    n->length = length;
    return &n->head;
}
static struct node *pair(double weight, struct node *left, struct node *right)
{
    struct pair *n = malloc(sizeof *n);
    n->head.ops = &pairs;
    n->left = left;
    n->right = right;
    n->weight = weight;
    return &n->head;
}

double total(const double *x, int n)
{
    struct node *root = label(3);
    for (int i = 0; i < n; i++)
        root = pair(x[i], i % 3 == 2 ? label(i) : number(x[i] + 1.0), root);
    double found = root->ops->value(root) + root->ops->arity(root);
    root->ops->release(root);
    return found;
}
