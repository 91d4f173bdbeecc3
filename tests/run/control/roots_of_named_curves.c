// A list of named curves, each solved by steps of a length nobody knows before.
// rz: double roots(const double x[n] in 0.6..1.4, int n=6, double scale=1.3)
// also: n=1
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct curve {
    char name[12];
    double level;
    struct curve *next;
};

static struct curve *added(struct curve *first, double level, int number)
{
    struct curve *made = malloc(sizeof *made);
    strcpy(made->name, number % 3 ? "curve" : "a line");
    made->level = level;
    made->next = first;
    return made;
}

double roots(const double *x, int n, double scale)
{
    struct curve *first = 0;
    for (int i = 0; i < n; i++)
        first = added(first, 1 + scale * x[i] * x[i], i);
    double sum = 0;
    for (struct curve *c = first; c; c = c->next) {
        double y = c->level;
        for (int turns = 0; turns < 60; turns++) {
            double step = (y * y * y - c->level) / (3 * y * y);
            y -= step;
            if (fabs(step) < 1e-9)
                break;
        }
        sum += c->name[0] == 'c' ? y * sin(c->level) : y * y;
    }
    while (first) {
        struct curve *next = first->next;
        free(first);
        first = next;
    }
    return sum;
}
