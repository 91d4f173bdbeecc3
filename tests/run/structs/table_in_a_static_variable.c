// A static struct with arrays of floats and doubles is filled, copied and read at run-time indices.
// rz: double table(const double x[4] in, int n=7)
// also: n=0
#ifndef REAL
#define REAL float
#endif
struct table {
    REAL weights[4];
    struct { double at; long times; } knots[3];
    double sums[2];
};
static struct table filled;

double table(const double *x, int n)
{
    for (int i = 0; i < 4; i++) filled.weights[i] = (REAL)(x[i] * x[i]);
    for (int i = 0; i < 3; i++) { filled.knots[i].at = x[i] * x[3]; filled.knots[i].times = i; }
    for (int i = 0; i < 2; i++) filled.sums[i] = x[i];
    struct table own = filled;
    double s = 0;
    for (int k = 0; k < n; k++) {
        own.sums[k % 2] += own.weights[k % 4] * own.knots[k % 3].at * own.knots[k % 3].times;
        s += own.sums[(k + 1) % 2];
    }
    return s;
}
