// Functions that only move addresses: the shadow's addresses move alike, whatever lies there.
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_out;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
struct halves {
    void *tape;
    double *result, *shadow;
};
struct halves __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

struct node {
    double value;
    struct node *next;
};

static void link(struct node *a, struct node *b)
{
    a->next = b;
}

static void swap(double **p, double **q)
{
    double *t = *p;
    *p = *q;
    *q = t;
}

static double *pick(double *a, double *b, int k)
{
    return k ? a : b;
}

struct box {
    struct node *held;
};
__attribute__((noinline)) static struct node *inside(struct node *n)
{
    return n;
}
static void keep(struct box *box, struct node *n)
{
    box->held = inside(n);
}

int main(void)
{
    struct node a = {1, 0}, b = {2, 0}, da = {0, 0}, db = {0, 0};
    __enzyme_autodiff((void *)link, enzyme_dup, &a, &da, enzyme_dup, &b, &db);
    near("linked", a.next == &b, 1);
    near("shadow linked", da.next == &db, 1);
    da.next = 0;
    __enzyme_fwddiff((void *)link, enzyme_dup, &a, &da, enzyme_dup, &b, &db);
    near("tangent linked", da.next == &db, 1);

    double x = 1, y = 2, dx = 3, dy = 4, *p = &x, *q = &y, *dp = &dx, *dq = &dy;
    __enzyme_fwddiff((void *)swap, enzyme_dup, &p, &dp, enzyme_dup, &q, &dq);
    near("swapped", p == &y && q == &x, 1);
    near("shadows swapped", dp == &dy && dq == &dx, 1);

    struct halves h = __enzyme_augmentfwd((void *)pick, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, enzyme_const, 1);
    near("picked", h.result == &x, 1);
    near("shadow picked", h.shadow == &dx, 1);

    struct box box = {0}, dbox = {0};
    __enzyme_autodiff((void *)keep, enzyme_dup, &box, &dbox, enzyme_dup, &a, &da);
    near("kept", box.held == &a, 1);
    near("shadow kept", dbox.held == &da, 1);
    return wrong;
}
