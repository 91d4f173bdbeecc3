// An interpreter by computed gotos: a table of labels, a stack of numbers, loops by jumps backwards.
// rz: double run(const double x[n] in, int n=5)
// also: n=1
double run(const double *x, int n)
{
    static const signed char code[] = {0, 1, 2, 4, 5, 6, 3, 7};
    static void *const label[] = {&&load, &&square, &&add, &&scale, &&next, &&more, &&swap, &&stop};
    double stack[8] = {0}, *top = stack;
    int i = 0, pc = 0;
    *++top = 0.5;
    goto *label[code[pc]];
load:
    *++top = x[i];
    goto *label[code[++pc]];
square:
    *top *= *top;
    goto *label[code[++pc]];
add:
    top--;
    *top += top[1] * (i + 1);
    goto *label[code[++pc]];
scale:
    *top *= 0.25;
    goto *label[code[++pc]];
next:
    i++;
    goto *label[code[++pc]];
more:
    if (i < n)
        pc = -1;
    goto *label[code[++pc]];
swap: {
    double t = top[0];
    top[0] = top[-1] + t * t;
    top[-1] = t;
    goto *label[code[++pc]];
}
stop:
    return top[0] * top[-1];
}
