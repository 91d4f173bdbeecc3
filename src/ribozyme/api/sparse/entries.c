/* Entries of a sparse matrix out of what sweeps give. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* For each entry of a symmetric matrix the sweep and the place there in which it is alone: that of
   its row in the sweep of its column's colour, or the other way round. -1 where neither is. */
int64_t rz_star_places(int64_t count, const int64_t *start, const int32_t *next,
                       const int32_t *colour, int64_t *place)
{
    int64_t missing = 0;
    int32_t most = 0;
    for (int64_t j = 0; j < count; j++)
        most = colour[j] > most ? colour[j] : most;
    int32_t *times = calloc((size_t)most + 1, sizeof *times);
    for (int pass = 0; times && pass < 2; pass++)
        for (int64_t i = 0; i < count; i++) {
            for (int64_t a = start[i]; a < start[i + 1]; a++)
                times[colour[next[a]]]++;
            for (int64_t a = start[i]; a < start[i + 1]; a++) {
                int32_t j = next[a];
                if (!pass)
                    place[a] = times[colour[j]] == 1 ? (int64_t)(colour[j] - 1) * count + i : -1;
            }
            for (int64_t a = start[i]; a < start[i + 1]; a++)
                times[colour[next[a]]] = 0;
        }
    for (int64_t i = 0; times && i < count; i++)
        for (int64_t a = start[i]; a < start[i + 1]; a++)
            if (place[a] < 0) { /* the entry across, if it is alone there */
                int32_t j = next[a];
                int64_t found = -1;
                for (int64_t b = start[j]; b < start[j + 1]; b++)
                    if (next[b] == i)
                        found = place[b];
                if (found >= 0 && found == (int64_t)(colour[i] - 1) * count + j)
                    place[a] = found;
                else
                    missing++;
            }
    free(times);
    return missing;
}

/* The entries of some rows whose columns' colours are in sweeps from `first` on, each of which gives
   a number per row; `sweeps` are addresses. */
void rz_entries(int64_t count, const int64_t *start, const int32_t *columns, const int32_t *colour,
                int32_t first, int32_t lanes, const int64_t *sweeps, double *out)
{
    for (int64_t i = 0; i < count; i++)
        for (int64_t a = start[i]; a < start[i + 1]; a++) {
            int32_t lane = colour[columns[a]] - first;
            if (lane >= 0 && lane < lanes)
                out[a] = ((const double *)sweeps[lane])[i];
        }
}

/* The entries of the rows of one colour whose columns are from `low` up to `high`: the sweep gives a
   number for each of these columns. */
void rz_entries_back(int64_t count, const int64_t *start, const int32_t *columns,
                     const int32_t *colour, int32_t which, int32_t low, int32_t high,
                     const double *sweep, double *out)
{
    for (int64_t i = 0; i < count; i++)
        for (int64_t a = start[i]; colour[i] == which && a < start[i + 1]; a++)
            if (columns[a] >= low && columns[a] < high)
                out[a] = sweep[columns[a] - low];
}

/* ---- trees ----------------------------------------------------------------------------------- */

/* In which order the entries of an acyclic colouring are found: `entry`, which is alone in `place`
   once those before are taken off, and is taken off `rest` (-1 of an entry of the diagonal). The
   number of entries that are found, each pair of two across once. */
int64_t rz_peeled(int64_t count, const int64_t *start, const int32_t *next, const int64_t *across,
                  const int32_t *colour, int64_t colours, int64_t *entry, int64_t *place, int64_t *rest)
{
    int64_t places = count * colours, done = 0, queued = 0;
    int32_t *times = calloc((size_t)(places + 1), sizeof *times); /* entries that are in a place, */
    int64_t *which = calloc((size_t)(places + 1), sizeof *which); /* their numbers, by exclusive or */
    int64_t *queue = malloc((size_t)(places + 1) * sizeof *queue);
    int fine = times && which && queue;
    for (int64_t i = 0; fine && i < count; i++)
        for (int64_t a = start[i]; a < start[i + 1]; a++) {
            int64_t at = (int64_t)(colour[next[a]] - 1) * count + i;
            times[at]++;
            which[at] ^= a;
        }
    for (int64_t at = 0; fine && at < places; at++)
        if (times[at] == 1)
            queue[queued++] = at;
    for (int64_t k = 0; fine && k < queued; k++) {
        int64_t at = queue[k], i = at % count;
        if (times[at] != 1)
            continue;
        int64_t a = which[at], other = next[a] == i ? -1 : (int64_t)(colour[i] - 1) * count + next[a];
        entry[done] = a;
        place[done] = at;
        rest[done++] = other;
        times[at] = 0;
        if (other >= 0) {
            which[other] ^= across[a];
            if (--times[other] == 1)
                queue[queued++] = other;
        }
    }
    free(times);
    free(which);
    free(queue);
    return fine ? done : -1;
}

/* The entries, from the leaves of the trees to their roots; `sweeps` is used up. */
void rz_entries_of_trees(int64_t found, const int64_t *entry, const int64_t *place,
                         const int64_t *rest, const int64_t *across, double *sweeps, double *out)
{
    for (int64_t k = 0; k < found; k++) {
        double value = sweeps[place[k]];
        out[entry[k]] = out[across[entry[k]]] = value;
        if (rest[k] >= 0)
            sweeps[rest[k]] -= value;
    }
}
