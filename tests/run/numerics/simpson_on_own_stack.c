// Adaptive Simpson with a stack of intervals of its own, as structs in a growing array.
// rz: double area(double a in 0.1..0.2, double b in 1.9..2.1, double k in 2..3, double tolerance const =1e-7)
// also: tolerance=1e-3
#include <math.h>
#include <stdlib.h>

struct interval {
    double a, b, fa, fm, fb, whole;
    unsigned depth : 5;
    unsigned left : 1;
};

static double f(double t, double k) { return exp(-t) * sin(k * t * t) + 1 / (0.1 + t); }

double area(double a, double b, double k, double tolerance)
{
    size_t room = 2, size = 0;
    struct interval *stack = malloc(room * sizeof *stack);
    double fa = f(a, k), fb = f(b, k), fm = f((a + b) / 2, k);
    stack[size++] = (struct interval){a, b, fa, fm, fb, (b - a) / 6 * (fa + 4 * fm + fb), 0, 0};
    double sum = 0;
    while (size) {
        struct interval i = stack[--size];
        double m = (i.a + i.b) / 2;
        double fl = f((i.a + m) / 2, k), fr = f((m + i.b) / 2, k);
        double left = (m - i.a) / 6 * (i.fa + 4 * fl + i.fm);
        double right = (i.b - m) / 6 * (i.fm + 4 * fr + i.fb);
        double gap = left + right - i.whole;
        if (i.depth >= 20 || fabs(gap) < tolerance) {
            sum += left + right + gap / 15 + (i.left ? 1e-3 * m : 0);
            continue;
        }
        if (size + 2 > room)
            stack = realloc(stack, (room *= 2) * sizeof *stack);
        stack[size++] = (struct interval){m, i.b, i.fm, fr, i.fb, right, i.depth + 1u, 0};
        stack[size++] = (struct interval){i.a, m, i.fa, fl, i.fm, left, i.depth + 1u, 1};
    }
    free(stack);
    return sum;
}
