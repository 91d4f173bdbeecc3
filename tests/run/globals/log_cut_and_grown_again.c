// A log of records with gaps is cut to half by realloc, grows again, and its numbers are changed in between.
// rz: double f(double x[n] inout, int n=8)
// also: n=2
#include <stdlib.h>

struct entry {
    short kind;
    double value;
    char mark;
};

static struct entry *entries;

double f(double *x, int n)
{
    entries = realloc(entries, n * sizeof *entries);
    for (int i = 0; i < n; i++) {
        entries[i].kind = (short)i;
        entries[i].value = x[i] * x[i];
        entries[i].mark = 'm';
    }
    entries = realloc(entries, n / 2 * sizeof *entries);
    for (int i = 0; i < n / 2; i++)
        entries[i].value *= x[i];
    entries = realloc(entries, 3 * n * sizeof *entries);
    for (int i = n / 2; i < n; i++) {
        entries[i].kind = (short)-i;
        entries[i].value = entries[i - n / 2].value * x[i];
        entries[i].mark = 'n';
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        x[i] = entries[i].value;
        s += entries[i].value * entries[i].kind;
    }
    free(entries);
    entries = NULL;
    return s;
}
