// In an executable nobody else knows exported variables: logs that grow, scratch, tables of functions.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup;

struct record {
    double value;
    int kind;
};

struct record *records;
int count, room;
double *scratch;
double (*chosen[2])(double);

static double square(double x) { return x * x; }
static double wave(double x) { return sin(x); }

void note(double value, int kind)
{
    if (count == room) {
        room = room ? 2 * room : 2;
        records = realloc(records, room * sizeof *records);
    }
    records[count].value = value;
    records[count].kind = kind;
    count++;
}

double logged(double x, int n)
{
    count = 0;
    for (int i = 0; i < n; i++)
        note(sin(x * i), i);
    double s = 0;
    for (int i = 0; i < count; i++)
        s += records[i].value * records[i].kind;
    return s;
}

double powers(double x, int n)
{
    if (!scratch)
        scratch = malloc(64 * sizeof *scratch);
    for (int i = 0; i < n; i++)
        scratch[i] = i ? scratch[i - 1] * x : x;
    return scratch[n - 1];
}

double picked(double x, int n)
{
    chosen[0] = n % 2 ? square : wave;
    chosen[1] = n % 2 ? wave : square;
    return chosen[0](x) * chosen[1](x) + chosen[n % 2](x);
}

static int differs(double found, double expected)
{
    if (fabs(found - expected) <= 1e-12 * fmax(1, fabs(expected)))
        return 0;
    printf("%.17g is not %.17g\n", found, expected);
    return 1;
}

int main(void)
{
    int bad = 0;
    double x = 0.7;
    for (int n = 5; n < 12; n++) {
        double slope = 0;
        for (int i = 0; i < n; i++)
            slope += i * i * cos(x * i);
        bad += differs(__enzyme_autodiff((void *)logged, x, n), slope);
        bad += differs(__enzyme_fwddiff((void *)logged, enzyme_dup, x, 1.0, n), slope);
        slope = n * pow(x, n - 1);
        bad += differs(__enzyme_autodiff((void *)powers, x, n), slope);
        bad += differs(__enzyme_fwddiff((void *)powers, enzyme_dup, x, 1.0, n), slope);
        slope = 2 * x * sin(x) + x * x * cos(x) + cos(x);
        bad += differs(__enzyme_autodiff((void *)picked, x, n), slope);
        bad += differs(__enzyme_fwddiff((void *)picked, enzyme_dup, x, 1.0, n), slope);
    }
    return bad;
}
