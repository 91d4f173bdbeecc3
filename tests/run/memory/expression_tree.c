// An expression tree is parsed from an opcode string into heap nodes, then evaluated.
// rz: double expression(double x, double y)
#include <math.h>
#include <stdlib.h>

struct expr {
    char op;
    double value;
    struct expr *a, *b;
};

static struct expr *parse(const char **text, double x, double y)
{
    struct expr *e = calloc(1, sizeof *e);
    e->op = *(*text)++;
    switch (e->op) {
    case 'x': e->value = x; break;
    case 'y': e->value = y; break;
    case 's': e->a = parse(text, x, y); break;
    case '+':
    case '*':
        e->a = parse(text, x, y);
        e->b = parse(text, x, y);
        break;
    default: e->value = e->op - '0';
    }
    return e;
}

static double evaluate(struct expr *e)
{
    double v = e->value;
    if (e->op == '+')
        v = evaluate(e->a) + evaluate(e->b);
    else if (e->op == '*')
        v = evaluate(e->a) * evaluate(e->b);
    else if (e->op == 's')
        v = sin(evaluate(e->a));
    free(e);
    return v;
}

double expression(double x, double y)
{
    const char *text = "+*x*sxy+s*xy*2*yy";
    return evaluate(parse(&text, x, y));
}
