// A search tree keyed by integers with active values; recursive fold and release.
// rz: double tree(const int key[n] perm, const double x[n] in, int n=9)
// also: n=0
// also: n=1
#include <math.h>
#include <stdlib.h>

struct tree {
    int key;
    double value;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key, double value)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
        t->value = value;
    } else if (key < t->key)
        t->left = insert(t->left, key, value);
    else
        t->right = insert(t->right, key, value);
    return t;
}

static double fold(const struct tree *t)
{
    return t ? t->value * (1.0 + 0.5 * fold(t->left)) + sin(fold(t->right)) : 0.1;
}

static void release(struct tree *t)
{
    if (!t)
        return;
    release(t->left);
    release(t->right);
    free(t);
}

double tree(const int *key, const double *x, int n)
{
    struct tree *root = NULL;
    for (int i = 0; i < n; i++)
        root = insert(root, key[i], x[i]);
    double s = fold(root);
    release(root);
    return s;
}
