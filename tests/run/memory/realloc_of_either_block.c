// The block that grows holds active numbers or constants, as a flag says.
// rz: double f(double x, int own=0)
// also: own=1
#include <stdlib.h>

struct buffer {
    double *data;
    int used;
};

double *table;

static double run(struct buffer *b, double x)
{
    b->data = realloc(b->data, 30 * sizeof(double));
    double s = 0.0;
    for (int i = 0; i < b->used; i++)
        s += b->data[i] * b->data[i] * x;
    for (int i = b->used; i < 30; i++)
        b->data[i] = i * x;
    for (int i = 0; i < 30; i++)
        s += b->data[i];
    free(b->data);
    return s;
}

double f(double x, int own)
{
    struct buffer b = {0, 4};
    table = malloc(4 * sizeof(double));
    for (int i = 0; i < 4; i++)
        table[i] = i + 1.0;
    if (own) {
        b.data = malloc(4 * sizeof(double));
        for (int i = 0; i < 4; i++)
            b.data[i] = x * (i + 1);
        free(table);
    } else {
        b.data = table;
    }
    table = 0;
    return run(&b, x);
}
