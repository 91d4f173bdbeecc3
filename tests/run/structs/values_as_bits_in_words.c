// Words of the heap hold numbers or addresses; one at a run-time index is set, another copied.
// rz: double f(double x, double y, int n=6)
// needs: no tape
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
double f(double x, double y, int n)
{
    double own[2] = {x * y, y * y};
    const double *first = own, *second = own + 1;
    uint64_t *words = malloc(5 * sizeof *words);
    memcpy(words, &x, sizeof x);
    memcpy(words + 1, &second, sizeof second);
    memcpy(words + 2, &y, sizeof y);
    memcpy(words + 3, &second, sizeof second);
    memcpy(words + 4, &x, sizeof x);
    unsigned places = 2 | 8;
    double s = 0;
    for (int i = 0; i < n; i++) {
        memcpy(words + i % 4, &first, sizeof first);
        places |= 1u << i % 4;
        words[4] = words[0];
        places = (places & 15) | (places & 1) << 4;
        int at = (i + 3) % 5;
        double d;
        const double *p;
        if (places >> at & 1) {
            memcpy(&p, words + at, sizeof p);
            d = *p * 3;
        } else
            memcpy(&d, words + at, sizeof d);
        s += d * x;
        own[0] += s * 0.25;
    }
    free(words);
    return s;
}
