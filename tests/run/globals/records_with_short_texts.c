// Records with a short text before the number, of which the first character is set; floats beside gaps.
// rz: double f(const double x[n] in, int n=7)
// also: n=1
#include <stdlib.h>

struct sample {
    char name[16];
    double value;
    float weight;
};

static struct sample *samples;
static int count, room;

static struct sample *next(void)
{
    if (count == room)
        samples = realloc(samples, (room = 2 * room + 1) * sizeof *samples);
    return &samples[count++];
}

double f(const double *x, int n)
{
    count = 0;
    for (int i = 0; i < n; i++) {
        struct sample *s = next();
        s->name[0] = (char)('a' + i % 2);
        s->value = x[i] * x[i];
        s->weight = 0.5f * (i + 1);
    }
    double sum = 0;
    for (int i = 0; i < count; i++)
        if (samples[i].name[0] == 'a')
            sum += samples[i].value * samples[i].weight * x[0];
    return sum;
}
