// A buffer with a gap that moves: memmove in both directions, insertion, deletion, growth in the middle.
// rz: double f(const double x[n] in, const int moves[m] below 9, int n=7, int m=16)
#include <stdlib.h>
#include <string.h>

struct sample { double v; int tag; };
struct gap { struct sample *s; size_t begin, end, size; };

static void move_to(struct gap *g, size_t at)
{
    if (at < g->begin) {
        size_t count = g->begin - at;
        memmove(g->s + g->end - count, g->s + at, count * sizeof *g->s);
        g->begin -= count, g->end -= count;
    } else if (at > g->begin) {
        size_t count = at - g->begin;
        memmove(g->s + g->begin, g->s + g->end, count * sizeof *g->s);
        g->begin += count, g->end += count;
    }
}
static void insert(struct gap *g, struct sample one)
{
    if (g->begin == g->end) {
        size_t more = g->size ? g->size : 2, behind = g->size - g->end;
        g->s = realloc(g->s, (g->size + more) * sizeof *g->s);
        memmove(g->s + g->size + more - behind, g->s + g->end, behind * sizeof *g->s);
        g->end += more, g->size += more;
    }
    g->s[g->begin++] = one;
}
static size_t length(const struct gap *g) { return g->size - (g->end - g->begin); }

double f(const double *x, const int *moves, int n, int m)
{
    struct gap g = {0};
    double s = 0;
    for (int k = 0; k < m; k++) {
        move_to(&g, length(&g) ? (size_t)moves[k] % (length(&g) + 1) : 0);
        if (moves[k] == 8 && g.begin > 0) {
            s += g.s[--g.begin].v * 10;
            continue;
        }
        struct sample one = {x[k % n] * (k + 1), k};
        if (g.begin > 0)
            one.v += 0.5 * g.s[g.begin - 1].v;
        insert(&g, one);
        if (k % 5 == 4 && g.end < g.size)
            g.s[g.end].v *= x[0];
    }
    move_to(&g, length(&g));
    for (size_t i = 0; i < g.begin; i++)
        s += g.s[i].v * (double)(i + 1) / (g.s[i].tag + 1);
    free(g.s);
    return s;
}
