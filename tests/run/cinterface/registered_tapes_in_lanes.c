// Registered gradients of functions of numbers that free, write to or share their tapes: in lanes.
#include <stdlib.h>
#include "near.h"

extern int enzyme_out, enzyme_width, enzyme_dup, enzyme_const;
typedef struct { double of[2][3]; } Lanes; // by x and y, in three directions
Lanes __enzyme_autodiff(void *, ...);
double __enzyme_autodiff_one(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
Lanes __enzyme_reverse(void *, ...);
typedef struct { double x, y; } Pair;

static int taken;

// the gradient frees its tape
__attribute__((noinline)) static double freeing(double a, double b) { return a * a * b; }
typedef struct { double *tape, value; } Kept;
static Kept freeing_augment(double a, double b)
{
    double *tape = malloc(2 * sizeof *tape);
    tape[0] = a, tape[1] = b;
    return (Kept){tape, a * a * b};
}
static Pair freeing_gradient(double a, double b, double seed, double *tape)
{
    (void)a, (void)b;
    Pair bars = {3 * seed * tape[0] * tape[1], seed * tape[0] * tape[0]}; // 3 for 2: one sees who was asked
    free(tape);
    return bars;
}
void *__enzyme_register_gradient_freeing[3] = {(void *)freeing, (void *)freeing_augment, (void *)freeing_gradient};

// the gradient writes to its tape, and a list hangs on it
struct node { double value; struct node *next; };
__attribute__((noinline)) static double writing(double a) { return exp(a); }
typedef struct { struct node *tape; double value; } List;
static List writing_augment(double a)
{
    struct node *end = malloc(sizeof *end), *first = malloc(sizeof *first);
    *end = (struct node){exp(a), 0};
    *first = (struct node){a, end};
    return (List){first, end->value};
}
static double writing_gradient(double a, double seed, struct node *tape)
{
    (void)a;
    tape->value = 0.5 * seed;
    for (struct node *n = tape->next; n; n = n->next)
        tape->value *= n->value;
    double bar = tape->value;
    for (struct node *n; tape; tape = n)
        n = tape->next, free(tape);
    return bar;
}
void *__enzyme_register_gradient_writing[3] = {(void *)writing, (void *)writing_augment, (void *)writing_gradient};

// a tape that lives in a pool, and is only read: one for all directions
static double pool[64];
__attribute__((noinline)) static double pooled(double a) { return a * a; }
static Kept pooled_augment(double a)
{
    pool[taken] = a;
    return (Kept){&pool[taken++], a * a};
}
static double pooled_gradient(double a, double seed, double *tape) { return (void)a, 4 * seed * *tape; }
void *__enzyme_register_gradient_pooled[3] = {(void *)pooled, (void *)pooled_augment, (void *)pooled_gradient};

// a tape that is the number of a place, which the gradient closes
static double *places[64];
__attribute__((noinline)) static double numbered(double a) { return a * a * a; }
typedef struct { long tape; double value; } Numbered;
static Numbered numbered_augment(double a)
{
    long at = 0;
    while (places[at])
        at++;
    places[at] = malloc(sizeof(double));
    *places[at] = a;
    return (Numbered){at, a * a * a};
}
static double numbered_gradient(double a, double seed, long at)
{
    (void)a;
    double bar = 6 * seed * *places[at] * *places[at];
    free(places[at]);
    places[at] = 0;
    return bar;
}
void *__enzyme_register_gradient_numbered[3] = {(void *)numbered, (void *)numbered_augment, (void *)numbered_gradient};
static double in_one_direction(double x) { return numbered(x) * x; }

static double f(double x, double y)
{
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += freeing(x, s + i) * writing(y * i) + pooled(x);
    return s;
}

static void slopes(double x, double y, double *by_x, double *by_y)
{
    double s = 0, dx = 0, dy = 0;
    for (int i = 0; i < 4; i++) {
        double a = x * x * (s + i), e = exp(y * i);
        double ax = 3 * x * (s + i) + x * x * dx, ay = x * x * dy;
        dx += ax * e + 4 * x, dy += ay * e + a * 0.5 * e * i;
        s += a * e + x * x;
    }
    *by_x = dx, *by_y = dy;
}

int main(void)
{
    double x = 0.6, y = 0.4, dx, dy, seeds[3] = {1, -2, 0.5};
    slopes(x, y, &dx, &dy);
    for (int round = 0; round < 3; round++) {
        taken = 0;
        Lanes found;
        if (round == 0)
            found = __enzyme_autodiff((void *)f, enzyme_width, 3, enzyme_out, x, enzyme_out, y, 1.0, -2.0, 0.5);
        else {
            void *tape = __enzyme_augmentfwd((void *)f, enzyme_width, 3, enzyme_out, x, enzyme_out, y);
            found = __enzyme_reverse((void *)f, enzyme_width, 3, enzyme_out, x, enzyme_out, y, 1.0, -2.0, 0.5, tape);
        }
        for (int k = 0; k < 3; k++) {
            near("x", found.of[0][k], seeds[k] * dx);
            near("y", found.of[1][k], seeds[k] * dy);
        }
        near("one place in the pool for each call", taken, 4);
    }
    double two = __enzyme_autodiff_one((void *)in_one_direction, enzyme_out, x);
    near("numbered", two, 6 * x * x * x + x * x * x);
    return wrong;
}
