// A stack machine: a switch in a loop, with fall-through and a default.
// rz: double run(const int code[n] {0,0,2,1,3,4,0,2,5,7,1}, const double arg[n] in, int n=11)
// also: n=0
// also: n=1
#include <math.h>

double run(const int *code, const double *arg, int n)
{
    double stack[16] = {1.0};
    int top = 0;
    for (int pc = 0; pc < n; pc++) {
        switch (code[pc]) {
        case 0:
            if (top < 15)
                stack[++top] = arg[pc];
            break;
        case 1:
            stack[top] = sin(stack[top]) * arg[pc];
            break;
        case 2:
            stack[top] *= 1.5;
            /* fall through */
        case 3:
            stack[top] += arg[pc] * arg[pc];
            break;
        case 4:
        case 5:
            if (top > 0) {
                stack[top - 1] *= stack[top];
                top--;
            }
            break;
        default:
            stack[top] = exp(-stack[top]);
        }
    }
    return stack[top] * stack[0];
}
