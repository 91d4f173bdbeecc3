// A log of records in an exported array that grows by realloc and is kept for the next call.
// rz: double f(const double x[n] in, int n=9)
// also: n=1
// also: n=0
#include <stdlib.h>

struct record {
    double value;
    int kind;
};

struct record *records;
int count, room;

static void note(double value, int kind)
{
    if (count == room) {
        room = room ? 2 * room : 2;
        records = realloc(records, room * sizeof *records);
    }
    records[count].value = value;
    records[count].kind = kind;
    count++;
}

double f(const double *x, int n)
{
    count = 0;
    for (int i = 0; i < n; i++)
        note(x[i] * x[i], i % 3);
    double s = 0;
    for (int i = 0; i < count; i++)
        s += records[i].value * (1 + records[i].kind) * x[n - 1 - i];
    return s;
}
