// A stack machine whose values may be numbers or addresses: constants are put over numbers.
// rz: double f(double x, double y, int n=11)
// needs: no tape
struct value { int tag; union { double number; struct value *other; long count; } as; };
__attribute__((noinline)) static struct value number(double d)
{
    struct value c;
    c.tag = 0;
    c.as.number = d;
    return c;
}
static double of(struct value c)
{
    while (c.tag == 1) c = *c.as.other;
    return c.tag == 0 ? c.as.number : 0.125 * (double)c.as.count;
}
double f(double x, double y, int n)
{
    static const int code[] = {0, 1, 0, 3, 3, 1, 3, 0, 0, 3, 3};
    struct value stack[8];
    int top = 0;
    for (int i = 0; i < n; ++i) {
        switch (code[i]) {
        case 0: stack[top++] = number(0.75); break;
        case 1: stack[top++] = number(x * y); break;
        default: {
            double t = of(stack[top - 1]);
            --top;
            stack[top - 1] = number(of(stack[top - 1]) * 0.5 + t * t);
        }
        }
    }
    return of(stack[top - 1]);
}
