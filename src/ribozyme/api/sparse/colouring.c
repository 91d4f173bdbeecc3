/* Colourings of sparse matrices. Rows stand in `next[start[i] … start[i + 1]]`, ascending. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Colours 1, 2, … such that no two columns with an entry in one row have the same: the least that is
   free, in the given order. `next` goes by columns, `back` by rows. The number of colours. */
int64_t rz_apart(int64_t count, const int64_t *start, const int32_t *next, const int64_t *start_back,
                 const int32_t *back, const int32_t *order, int32_t *colour)
{
    int32_t *taken_by = calloc((size_t)count + 2, sizeof *taken_by), most = 0;
    memset(colour, 0, (size_t)count * sizeof *colour);
    for (int64_t k = 0; taken_by && k < count; k++) {
        int32_t j = order[k], c = 1;
        for (int64_t a = start[j]; a < start[j + 1]; a++)
            for (int64_t b = start_back[next[a]]; b < start_back[next[a] + 1]; b++)
                taken_by[colour[back[b]]] = j + 1;
        while (taken_by[c] == j + 1)
            c++;
        colour[j] = c;
        most = c > most ? c : most;
    }
    most = taken_by ? most : -1;
    free(taken_by);
    return most;
}

/* For each vertex the number of others that share a row with it, each once. */
void rz_degrees(int64_t count, const int64_t *start, const int32_t *next, const int64_t *start_back,
                const int32_t *back, int32_t *degree)
{
    int32_t *seen = calloc((size_t)count, sizeof *seen);
    for (int64_t j = 0; seen && j < count; j++) {
        int32_t found = 0;
        seen[j] = (int32_t)j + 1;
        for (int64_t a = start[j]; a < start[j + 1]; a++)
            for (int64_t b = start_back[next[a]]; b < start_back[next[a] + 1]; b++)
                if (seen[back[b]] != j + 1) {
                    seen[back[b]] = (int32_t)j + 1;
                    found++;
                }
        degree[j] = found;
    }
    free(seen);
}

/* The order in which each vertex is the one of least (`smallest`) or greatest degree among what is
   left (`smallest`, filled from the end) or toward what was taken (filled from the front). */
int rz_dynamic_order(int64_t count, const int64_t *start, const int32_t *next,
                     const int64_t *start_back, const int32_t *back, const int32_t *degree,
                     int smallest, int32_t *order)
{
    int32_t most = 1;
    for (int64_t j = 0; j < count; j++)
        most = degree[j] > most ? degree[j] : most;
    int32_t *head = malloc(((size_t)most + 1) * sizeof *head), *key = malloc((size_t)count * sizeof *key);
    int32_t *before = malloc((size_t)count * sizeof *before), *after = malloc((size_t)count * sizeof *after);
    int32_t *seen = calloc((size_t)count, sizeof *seen);
    int fine = head && key && before && after && seen;
    for (int32_t d = 0; fine && d <= most; d++)
        head[d] = -1;
    for (int64_t i = 0; fine && i < count; i++) {
        int32_t j = (int32_t)(count - 1 - i), d = key[j] = smallest ? degree[j] : 0;
        before[j] = -1;
        after[j] = head[d];
        if (head[d] >= 0)
            before[head[d]] = j;
        head[d] = j;
    }
    int32_t at = smallest ? 0 : most;
    for (int64_t k = 0; fine && k < count; k++) {
        if (smallest)
            for (at = at > 0 ? at - 1 : 0; head[at] < 0; at++)
                ;
        else
            for (at = at < most ? at + 1 : most; head[at] < 0; at--)
                ;
        int32_t j = head[at];
        head[at] = after[j];
        if (after[j] >= 0)
            before[after[j]] = -1;
        key[j] = -1;
        order[smallest ? count - 1 - k : k] = j;
        seen[j] = j + 1;
        for (int64_t a = start[j]; a < start[j + 1]; a++)
            for (int64_t b = start_back[next[a]]; b < start_back[next[a] + 1]; b++) {
                int32_t i = back[b];
                if (seen[i] == j + 1 || key[i] < 0)
                    continue;
                seen[i] = j + 1;
                int32_t d = key[i], to = smallest ? d - 1 : d + 1;
                if (to < 0 || to > most)
                    continue;
                if (before[i] >= 0)
                    after[before[i]] = after[i];
                else
                    head[d] = after[i];
                if (after[i] >= 0)
                    before[after[i]] = before[i];
                key[i] = to;
                before[i] = -1;
                after[i] = head[to];
                if (head[to] >= 0)
                    before[head[to]] = i;
                head[to] = i;
                if (!smallest && to > at)
                    at = to;
            }
    }
    free(head);
    free(key);
    free(before);
    free(after);
    free(seen);
    return fine;
}

/* Colours of a symmetric matrix such that neighbours differ and no path of four vertices has two:
   then each entry is alone in the product of its row, or of its column, with a colour. */
int64_t rz_star(int64_t count, const int64_t *start, const int32_t *next, const int32_t *order,
                int32_t *colour)
{
    int32_t *taken_by = calloc((size_t)count + 2, sizeof *taken_by), most = 0;
    int32_t *times = calloc((size_t)count + 2, sizeof *times); /* a colour among the neighbours */
    int fine = taken_by && times;
    memset(colour, 0, (size_t)count * sizeof *colour);
    for (int64_t k = 0; fine && k < count; k++) {
        int32_t v = order[k], c = 1;
        for (int64_t a = start[v]; a < start[v + 1]; a++)
            times[colour[next[a]]] += next[a] != v;
        for (int64_t a = start[v]; a < start[v + 1]; a++) {
            int32_t w = next[a];
            if (w == v || !colour[w])
                continue;
            taken_by[colour[w]] = v + 1;
            for (int64_t b = start[w]; b < start[w + 1]; b++) {
                int32_t x = next[b];
                if (x == v || x == w || !colour[x] || taken_by[colour[x]] == v + 1)
                    continue;
                if (times[colour[w]] > 1) { /* y, v, w, x, and y is coloured as w */
                    taken_by[colour[x]] = v + 1;
                    continue;
                }
                for (int64_t d = start[x]; d < start[x + 1]; d++) { /* v, w, x, z, and z as w */
                    int32_t z = next[d];
                    if (z != x && z != w && colour[z] == colour[w]) {
                        taken_by[colour[x]] = v + 1;
                        break;
                    }
                }
            }
        }
        for (int64_t a = start[v]; a < start[v + 1]; a++)
            times[colour[next[a]]] = 0;
        while (taken_by[c] == v + 1)
            c++;
        colour[v] = c;
        most = c > most ? c : most;
    }
    free(taken_by);
    free(times);
    return fine ? most : -1;
}

/* Whether no row has two entries of one colour. */
int rz_is_apart(int64_t count, const int64_t *start, const int32_t *columns, const int32_t *colour,
                int32_t colours)
{
    int64_t *seen = calloc((size_t)colours + 1, sizeof *seen);
    int fine = seen != 0;
    for (int64_t i = 0; fine && i < count; i++)
        for (int64_t a = start[i]; fine && a < start[i + 1]; a++) {
            fine = seen[colour[columns[a]]] != i + 1;
            seen[colour[columns[a]]] = i + 1;
        }
    free(seen);
    return fine;
}

/* ---- acyclic --------------------------------------------------------------------------------- */

/* Where the entry across of each entry of a symmetric matrix lies. */
void rz_across(int64_t count, const int64_t *start, const int32_t *next, int64_t *across)
{
    int64_t *met = malloc((size_t)(count ? count : 1) * sizeof *met);
    if (!met)
        return;
    memcpy(met, start, (size_t)count * sizeof *met);
    for (int64_t i = 0; i < count; i++)
        for (int64_t a = start[i]; a < start[i + 1]; a++)
            across[a] = met[next[a]]++;
    free(met);
}

static int64_t root(int64_t *parent, int64_t a)
{
    while (parent[a] != a)
        a = parent[a] = parent[parent[a]];
    return a;
}

static void joined(int64_t *parent, int64_t a, int64_t b)
{
    a = root(parent, a);
    b = root(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

/* Colours of a symmetric matrix such that neighbours differ and the edges between two colours are
   trees. `parent` (of entries) joins the edges of a tree; an edge is the lesser of its two entries. */
int64_t rz_acyclic(int64_t count, const int64_t *start, const int32_t *next, const int64_t *across,
                   const int32_t *order, int32_t *colour, int64_t *parent)
{
    int64_t entries = start[count];
    int32_t most = 0, *taken_by = calloc((size_t)count + 2, sizeof *taken_by);
    int32_t *met_by = calloc((size_t)(entries + 1), sizeof *met_by); /* a tree: by which vertex, */
    int32_t *met_at = calloc((size_t)(entries + 1), sizeof *met_at); /* and at which neighbour */
    int64_t *first = malloc(((size_t)count + 2) * sizeof *first); /* per colour an edge of this vertex */
    int fine = taken_by && met_by && met_at && first;
    memset(colour, 0, (size_t)count * sizeof *colour);
    for (int64_t a = 0; a < entries; a++)
        parent[a] = a;
    for (int64_t k = 0; fine && k < count; k++) {
        int32_t v = order[k], c = 1;
        for (int64_t a = start[v]; a < start[v + 1]; a++)
            taken_by[colour[next[a]]] = v + 1;
        for (int64_t a = start[v]; a < start[v + 1]; a++) {
            int32_t w = next[a];
            if (w == v || !colour[w])
                continue;
            for (int64_t b = start[w]; b < start[w + 1]; b++) {
                int32_t x = next[b];
                if (x == w || x == v || !colour[x] || taken_by[colour[x]] == v + 1)
                    continue;
                int64_t tree = root(parent, b < across[b] ? b : across[b]);
                if (met_by[tree] != v + 1) {
                    met_by[tree] = v + 1;
                    met_at[tree] = w;
                } else if (met_at[tree] != w) /* a way from w to v's other neighbour: a cycle */
                    taken_by[colour[x]] = v + 1;
            }
        }
        while (taken_by[c] == v + 1)
            c++;
        colour[v] = c;
        most = c > most ? c : most;
        for (int64_t a = start[v]; a < start[v + 1]; a++)
            first[colour[next[a]]] = -1;
        for (int64_t a = start[v]; a < start[v + 1]; a++) {
            int32_t w = next[a];
            int64_t edge = a < across[a] ? a : across[a];
            if (w == v || !colour[w])
                continue;
            if (first[colour[w]] < 0)
                first[colour[w]] = edge;
            else
                joined(parent, edge, first[colour[w]]);
            for (int64_t b = start[w]; b < start[w + 1]; b++)
                if (next[b] != v && next[b] != w && colour[next[b]] == c)
                    joined(parent, edge, b < across[b] ? b : across[b]);
        }
    }
    free(taken_by);
    free(met_by);
    free(met_at);
    free(first);
    return fine ? most : -1;
}
