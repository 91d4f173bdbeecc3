// A text log is written by a function with variadic arguments, into a struct beside the numbers.
// rz: double f(double x, double y)
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct
{
    char text[400];
    int used, lines;
    double *values;
} solver;

static void note(solver *s, const char *format, ...)
{
    size_t room = sizeof s->text - s->used;
    va_list list;
    va_start(list, format);
    int wrote = vsnprintf(s->text + s->used, room, format, list);
    va_end(list);
    if (wrote < 0 || (size_t)wrote >= room)
        return;
    s->used += wrote;
    s->lines++;
}

double f(double x, double y)
{
    solver *s = calloc(1, sizeof *s);
    s->values = calloc(4, sizeof(double));
    s->values[0] = x;
    for (int i = 1; i < 4; i++)
    {
        s->values[i] = s->values[i - 1] * y + x;
        note(s, "step %d: %9.3e, %s %d\n", i, s->values[i], "line", s->lines);
    }
    double r = s->values[3] * (s->lines == 3 && s->text[s->used - 1] == '\n');
    free(s->values);
    free(s);
    return r;
}
