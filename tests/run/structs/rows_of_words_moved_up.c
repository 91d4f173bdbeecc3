// A row of words, each a number or an address by a tag of its own, is moved up by a loop and by a function.
// rz: double f(const double x[n] in 0.5..1.5, int n=9, int by=1)
// also: by=3
// also: n=2, by=0
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static void up(uint64_t *to, const uint64_t *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

__attribute__((noinline)) static void round_about(uint64_t *to, const uint64_t *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[n - 1 - i];
}

static double read(const uint64_t *word, char far)
{
    double d;
    if (far)
        memcpy(&d, (void *)(uintptr_t)*word, sizeof d);
    else
        memcpy(&d, word, sizeof d);
    return d;
}

double f(const double *x, int n, int by)
{
    double y[2] = {x[0] * 2, x[n - 1] * x[0]};
    uint64_t *words = malloc(4 * n * sizeof *words);
    char *far = malloc(n);
    for (int i = 0; i < n; i++) {
        double d = x[i] * x[i];
        far[i] = i % 3 == 1;
        if (far[i])
            words[i] = (uintptr_t)&y[i % 2];
        else
            memcpy(words + i, &d, sizeof d);
    }
    up(words + n + by, words, n);
    round_about(words, words + n + by, n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.5 + read(words + i, far[n - 1 - i]) * read(words + n + by + i, far[i]);
    free(words);
    free(far);
    return s;
}
