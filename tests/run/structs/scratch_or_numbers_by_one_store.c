// Words of a heap block are numbers, or addresses of a scratch variable that no derivative needs, and are moved on.
// rz: double f(const double x[n] in 0.5..1.5, int n=6, int k=2)
// also: k=1
// also: n=1, k=3
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct word { uint64_t bits; int far; };

double f(const double *x, int n, int k)
{
    double limit = k * 0.5;
    double *end = &limit;
    struct word *words = malloc((n + 1) * sizeof *words);
    for (int i = 0; i <= n; i++) {
        double d = i < n ? sin(x[i]) : 1;
        int far = i % k == 0;
        uint64_t bits;
        memcpy(&bits, far ? (void *)&end : (void *)&d, sizeof bits);
        words[i].bits = bits;
        words[i].far = far;
    }
    double s = 0;
    for (int i = 0; i < n; i++) {
        double d, *p;
        words[i] = words[i + (i % 2)];
        if (words[i].far) {
            memcpy(&p, &words[i].bits, sizeof p);
            s = s * x[i] + *p;
            *p += 0.25;
        } else {
            memcpy(&d, &words[i].bits, sizeof d);
            s = s * *end + d * d;
        }
    }
    free(words);
    return s + x[0];
}
