// Exported tables of operations that the program fills on first use, and one that it chooses from later.
// rz: double f(const double x[n] in, int n=5)
// also: n=2
// also: n=8
#include <math.h>

struct operation {
    const char *name;
    double (*apply)(double, double);
};

static double product(double a, double b) { return a * b; }
static double wave(double a, double b) { return sin(a) + b * b; }
static double damped(double a, double b) { return a * exp(-b); }

struct operation operations[3];
double (*current)(double, double);

static void prepare(void)
{
    operations[0] = (struct operation){"product", product};
    operations[1] = (struct operation){"wave", wave};
    operations[2] = (struct operation){"damped", damped};
}

double f(const double *x, int n)
{
    if (!operations[0].apply)
        prepare();
    double s = 1;
    for (int i = 0; i < n; i++) {
        current = operations[(i + n) % 3].apply;
        s = current(s, x[i]) + (operations[i % 3].name[0] == 'w');
    }
    return s;
}
