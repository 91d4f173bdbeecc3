// A graph of nodes with arrays of neighbour pointers; values diffuse along edges.
// rz: double diffuse(const double x[6] in, int rounds=3, double k=0.2)
// also: rounds=0
#include <stdlib.h>

struct vertex {
    double value, incoming;
    int degree;
    struct vertex **to;
};

double diffuse(const double *x, int rounds, double k)
{
    static const int edge[6][3] = {{1, 2, -1}, {3, -1, -1}, {3, 4, 0}, {5, -1, -1}, {5, 0, 1}, {0, -1, -1}};
    struct vertex *v = calloc(6, sizeof *v);
    for (int i = 0; i < 6; i++) {
        v[i].value = x[i];
        while (v[i].degree < 3 && edge[i][v[i].degree] >= 0)
            v[i].degree++;
        v[i].to = malloc(sizeof *v[i].to * (size_t)v[i].degree);
        for (int e = 0; e < v[i].degree; e++)
            v[i].to[e] = &v[edge[i][e]];
    }
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < 6; i++)
            for (int e = 0; e < v[i].degree; e++)
                v[i].to[e]->incoming += k * v[i].value * v[i].value / v[i].degree;
        for (int i = 0; i < 6; i++) {
            v[i].value = v[i].value * (1 - k) + v[i].incoming;
            v[i].incoming = 0.0;
        }
    }
    double s = 0.0;
    for (int i = 0; i < 6; i++) {
        s += v[i].value * (i + 1);
        free(v[i].to);
    }
    free(v);
    return s;
}
