// A small reverse-mode tape machine written in C: differentiated code that records and replays.
// rz: double taped(double x, double y)
#include <math.h>

enum op { VAR, ADD, MUL, SIN };
struct node {
    enum op op;
    int a, b;
    double value, adjoint;
};
struct tape {
    struct node node[32];
    int n;
};

static int push(struct tape *t, enum op op, int a, int b, double value)
{
    t->node[t->n] = (struct node){op, a, b, value, 0.0};
    return t->n++;
}

static int binary(struct tape *t, enum op op, int a, int b)
{
    double x = t->node[a].value, y = t->node[b].value;
    return push(t, op, a, b, op == ADD ? x + y : x * y);
}

static void backward(struct tape *t, int from)
{
    t->node[from].adjoint = 1.0;
    for (int i = from; i >= 0; i--) {
        struct node *n = &t->node[i];
        switch (n->op) {
        case ADD:
            t->node[n->a].adjoint += n->adjoint;
            t->node[n->b].adjoint += n->adjoint;
            break;
        case MUL:
            t->node[n->a].adjoint += n->adjoint * t->node[n->b].value;
            t->node[n->b].adjoint += n->adjoint * t->node[n->a].value;
            break;
        case SIN:
            t->node[n->a].adjoint += n->adjoint * cos(t->node[n->a].value);
            break;
        case VAR:
            break;
        }
    }
}

double taped(double x, double y)
{
    struct tape t = {.n = 0};
    int a = push(&t, VAR, 0, 0, x), b = push(&t, VAR, 0, 0, y);
    int c = binary(&t, MUL, a, b), d = push(&t, SIN, c, 0, sin(t.node[c].value));
    int e = binary(&t, ADD, binary(&t, MUL, d, a), c);
    backward(&t, e);
    return t.node[a].adjoint * t.node[b].adjoint + t.node[e].value;
}
