// Rows are spelled into lines, which are copied, kept, and read again later.
// rz: double f(double x in 0.5..1.5)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
    char *line;
    int number;
};

static void keep(struct row *row, int number, double value)
{
    char line[64];
    snprintf(line, sizeof line, "%d %.17g", number, value);
    row->number = number;
    row->line = malloc(strlen(line) + 1);
    strcpy(row->line, line);
}

double f(double x)
{
    struct row rows[3];
    double s = 0;
    for (int i = 0; i < 3; i++)
        keep(&rows[i], i, x * x + i);
    for (int i = 0; i < 3; i++) {
        s += strtod(strchr(rows[i].line, ' '), NULL) * x;  // error: ActivityError RZ405
        free(rows[i].line);
    }
    return s;
}
