// A static struct of arrays of numbers and of counts is copied out, changed and copied back.
// rz: double table(double x, double y, int n=7)
// also: n=0
#ifndef REAL
#define REAL float
#endif
struct table { double sums[2]; long used; REAL weights[5]; struct { REAL w; long times; } knots[3]; };
static struct table filled;
double table(double x, double y, int n)
{
    for (int i = 0; i < 5; i++) filled.weights[i] = (REAL)(x * i);
    for (int i = 0; i < 3; i++) { filled.knots[i].w = (REAL)(x * y * i); filled.knots[i].times = i; }
    for (int i = 0; i < 2; i++) filled.sums[i] = y;
    filled.used = 2;
    double s = 0;
    for (int k = 0; k < n; k++) {
        struct table own = filled;
        own.sums[k % own.used] += own.weights[k % 5] * own.knots[k % 3].w * own.knots[(k + 1) % 3].times;
        own.used += k > 2;
        if (own.used > 2) own.used = 2;
        s += own.sums[(k + 1) % own.used];
        filled = own;
    }
    return s;
}
