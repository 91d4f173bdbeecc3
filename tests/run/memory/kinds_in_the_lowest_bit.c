// A tree whose addresses tell by their lowest bit whether they lead to a leaf.
// rz: double folded(const double x[n] in 0.5..1.5, int n=7)
// also: n=1
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

struct leaf {
    double value;
};
struct branch {
    void *left, *right;
    double weight;
};

static void *leaf(double value)
{
    struct leaf *made = malloc(sizeof *made);
    made->value = value;
    return (void *)((uintptr_t)made | 1);
}

static double fold(void *tree)
{
    if ((uintptr_t)tree & 1) {
        struct leaf *l = (struct leaf *)((uintptr_t)tree & ~(uintptr_t)1);
        double value = l->value;
        free(l);
        return value;
    }
    struct branch *b = tree;
    double sum = b->weight * fold(b->left) + sin(fold(b->right));
    free(b);
    return sum;
}

double folded(const double *x, int n)
{
    void *tree = leaf(x[0]);
    for (int i = 1; i < n; i++) {
        struct branch *b = malloc(sizeof *b);
        b->weight = x[i] * x[i];
        b->left = i % 2 ? tree : leaf(x[i]);
        b->right = i % 2 ? leaf(x[i]) : tree;
        tree = b;
    }
    return fold(tree);
}
