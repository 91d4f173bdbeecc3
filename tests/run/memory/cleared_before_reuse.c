// A slab of memory that holds floats, counters and addresses in turn, cleared before each use.
// rz: double turns(const double x[n] in, int n=10)
// also: n=0
// also: n=1
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    double value, weight;
    float noise;
};
struct counter {
    long seen[2];
    int last;
};
struct link {
    const double *at;
    struct link *next;
};
union slab {
    struct reading reading;
    struct counter counter;
    struct link link;
};

double turns(const double *x, int n)
{
    union slab *slab = malloc(sizeof *slab);
    double sum = 0.5;
    for (int i = 0; i < n; i++) {
        memset(slab, 0, sizeof *slab);
        switch (i % 3) {
        case 0:
            slab->reading.weight = x[i] + slab->reading.value;
            slab->reading.noise = (float)(0.5 * i);
            sum += slab->reading.weight * slab->reading.weight * sum + slab->reading.noise;
            break;
        case 1:
            slab->counter.seen[i & 1] += i;
            sum = sin(sum) + (double)slab->counter.seen[1] + slab->counter.seen[0];
            break;
        default:
            slab->link.at = x + i;
            if (!slab->link.next)
                sum *= *slab->link.at;
        }
    }
    free(slab);
    return sum;
}
