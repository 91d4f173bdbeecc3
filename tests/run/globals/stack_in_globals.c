// A global operand stack with push and pop functions.
// rz: double rpn(double x, double y, double z)
#include <math.h>

static double operands[8];
static int depth;

static void push(double v)
{
    operands[depth++] = v;
}

static double pop(void)
{
    return operands[--depth];
}

double rpn(double x, double y, double z)
{
    depth = 0;
    for (const char *p = "xy*z+s xz*+y-"; *p; p++)
        switch (*p) {
        case 'x': push(x); break;
        case 'y': push(y); break;
        case 'z': push(z); break;
        case '*': push(pop() * pop()); break;
        case '+': push(pop() + pop()); break;
        case '-': push(-pop()), push(pop() + pop()); break;
        case 's': push(sin(pop())); break;
        }
    return pop();
}
