// A 2D cellular automaton with active values: neighbours wrap, the rule branches on counts.
// rz: double life(const double seed[n*n] in 0..1, int n=4, int generations=3)
// also: generations=0
// also: n=2
#include <string.h>

double life(const double *seed, int n, int generations)
{
    double now[36], next[36], s = 0.0;
    memcpy(now, seed, sizeof(double) * (size_t)(n * n));
    for (int g = 0; g < generations; g++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int alive = 0;
                double sum = 0.0;
                for (int k = 0; k < 9; k++) {
                    double v = now[(i + n + k / 3 - 1) % n * n + (j + n + k % 3 - 1) % n];
                    alive += k != 4 && v > 0.5;
                    sum += v;
                }
                double me = now[i * n + j];
                next[i * n + j] = alive < 3 ? me * 0.9 : alive > 5 ? me * me * 0.5 : 0.1 * sum * me + 0.3;
            }
        memcpy(now, next, sizeof(double) * (size_t)(n * n));
    }
    for (int i = 0; i < n * n; i++)
        s += now[i] * now[i] * (i + 1);
    return s;
}
