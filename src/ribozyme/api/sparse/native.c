/* Sets of inputs, colourings of sparse matrices, and entries out of compressed ones.

   A set is a number of 32 bits. 0 is the empty set, k in 1 … inputs is the set of input k - 1, and
   anything beyond is `inputs + 1 +` the place of one of these in `words`:

       size, element, element, …     a list, ascending, of no more than LIST elements
       NODE, set, set, seen          a union that nobody has looked at yet

   so that a long sum costs a node for each term, and small sets, of which most programs have few,
   are the same list again. With `as_bits` a set is 31 inputs as bits instead. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t Set;
enum { LIST = 32, MEMO = 1 << 14 };
static const uint32_t NODE = 0xffffffffu;

static struct {
    uint32_t *words;
    int64_t used, room, limit;
    uint32_t inputs;
    int as_bits, full;
    const char *decided;
    struct { Set a, b, both; } memo[MEMO];
} sets;

/* The arrays that a caller has passed, and memory for what is not there. */
static struct { const char *first, *last; } arrays[256];
static int array_count;
static uint64_t nothing[16];

void rz_sets_begin(int64_t inputs, int64_t limit, int as_bits)
{
    free(sets.words);
    memset(&sets, 0, sizeof sets);
    array_count = 0;
    sets.inputs = (uint32_t)inputs;
    sets.limit = limit;
    sets.as_bits = as_bits;
}

int rz_sets_full(void) { return sets.full; }

void rz_sets_decided(const char *what)
{
    if (!sets.decided)
        sets.decided = what;
}

void rz_sets_array(int64_t address, int64_t size)
{
    if (array_count < 256) {
        arrays[array_count].first = (const char *)address;
        arrays[array_count++].last = (const char *)address + size;
    }
}

void *rz_sets_there(const void *address, int64_t size, const char *what)
{
    const char *p = address;
    for (int k = 0; p && k < array_count; k++)
        if (arrays[k].first <= p && p + size <= arrays[k].last)
            return (void *)p;
    memset(nothing, 0, sizeof nothing);
    if (p)
        rz_sets_decided(what);
    return nothing;
}

int64_t rz_sets_what_was_decided(char *text, int64_t room)
{
    if (!sets.decided || room < 1)
        return 0;
    strncpy(text, sets.decided, (size_t)room - 1);
    text[room - 1] = 0;
    return (int64_t)strlen(text);
}

static uint32_t *taken(int64_t count)
{
    if (sets.used + count > sets.limit) {
        sets.full = 1;
        return 0;
    }
    if (sets.used + count > sets.room) {
        int64_t room = sets.room ? 2 * sets.room : 1 << 16;
        uint32_t *words = realloc(sets.words, (size_t)room * sizeof *words);
        if (!words) {
            sets.full = 1;
            return 0;
        }
        sets.words = words;
        sets.room = room;
    }
    sets.used += count;
    return sets.words + sets.used - count;
}

static Set named(const uint32_t *words) { return sets.inputs + 1 + (uint32_t)(words - sets.words); }

static const uint32_t *listed(Set a, uint32_t *one, uint32_t *size)
{
    if (a <= sets.inputs) {
        *one = a - 1;
        *size = 1;
        return one;
    }
    const uint32_t *words = sets.words + (a - sets.inputs - 1);
    *size = words[0];
    return words + 1;
}

static Set noded(Set a, Set b)
{
    uint32_t *words = taken(4);
    if (!words)
        return a;
    words[0] = NODE;
    words[1] = a;
    words[2] = b;
    words[3] = 0;
    return named(words);
}

static int is_node(Set a) { return a > sets.inputs && sets.words[a - sets.inputs - 1] == NODE; }

static int is_part(Set node, Set a)
{
    const uint32_t *words = sets.words + (node - sets.inputs - 1);
    return words[1] == a || words[2] == a;
}

static Set united(Set a, Set b)
{
    if (is_node(a))
        return is_part(a, b) ? a : is_node(b) && is_part(b, a) ? b : noded(a, b);
    if (is_node(b))
        return is_part(b, a) ? b : noded(a, b);
    uint32_t one, other, m, n, i = 0, k = 0, count = 0, both[2 * LIST];
    const uint32_t *x = listed(a, &one, &m), *y = listed(b, &other, &n);
    while (i < m || k < n) {
        uint32_t next = k == n || (i < m && x[i] < y[k]) ? x[i] : y[k];
        i += i < m && x[i] == next;
        k += k < n && y[k] == next;
        both[count++] = next;
    }
    if (count == m)
        return a;
    if (count == n)
        return b;
    if (count > LIST)
        return noded(a, b);
    uint32_t *words = taken(count + 1);
    if (!words)
        return a;
    words[0] = count;
    memcpy(words + 1, both, count * sizeof *both);
    return named(words);
}

Set rz_sets_union(Set a, Set b)
{
    if (sets.as_bits)
        return a | b;
    if (!a || !b)
        return a | b;
    uint32_t at = (a * 0x9e3779b1u ^ b * 0x85ebca6bu) >> 18;
    if (sets.memo[at].a == a && sets.memo[at].b == b)
        return sets.memo[at].both;
    Set both = united(a, b);
    sets.memo[at].a = a;
    sets.memo[at].b = b;
    sets.memo[at].both = both;
    return both;
}

/* ---- the rows of a pattern ------------------------------------------------------------------- */

static struct {
    int32_t *columns;
    int64_t used, room;
    uint32_t *seen; /* per input the last row that has it */
    Set *open;      /* sets that are still to be looked at */
    int64_t opens, open_room;
} rows;

static int compared(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void sorted(int32_t *x, int64_t n)
{
    if (n > 64) {
        qsort(x, (size_t)n, sizeof *x, compared);
        return;
    }
    for (int64_t i = 1; i < n; i++) {
        int32_t one = x[i];
        int64_t k = i;
        for (; k > 0 && x[k - 1] > one; k--)
            x[k] = x[k - 1];
        x[k] = one;
    }
}

static int pushed(Set a)
{
    if (rows.opens == rows.open_room) {
        int64_t room = rows.open_room ? 2 * rows.open_room : 1024;
        Set *open = realloc(rows.open, (size_t)room * sizeof *open);
        if (!open)
            return 0;
        rows.open = open;
        rows.open_room = room;
    }
    rows.open[rows.opens++] = a;
    return 1;
}

static int with_column(uint32_t column, uint32_t row)
{
    if (rows.seen[column] == row)
        return 1;
    rows.seen[column] = row;
    if (rows.used == rows.room) {
        int64_t room = rows.room ? 2 * rows.room : 1 << 16;
        int32_t *columns = realloc(rows.columns, (size_t)room * sizeof *columns);
        if (!columns)
            return 0;
        rows.columns = columns;
        rows.room = room;
    }
    rows.columns[rows.used++] = (int32_t)column;
    return 1;
}

static int looked_at(Set a, uint32_t row)
{
    if (!a)
        return 1;
    if (is_node(a)) {
        uint32_t *words = sets.words + (a - sets.inputs - 1);
        if (words[3] == row)
            return 1;
        words[3] = row;
        return pushed(words[1]) && pushed(words[2]);
    }
    uint32_t one, size;
    const uint32_t *list = listed(a, &one, &size);
    for (uint32_t k = 0; k < size; k++)
        if (!with_column(list[k], row))
            return 0;
    return 1;
}

/* The columns of each row, in `start[row] … start[row + 1]`; how many there are, -1 without memory. */
int64_t rz_rows(const Set *given, int64_t count, int64_t *start, int64_t limit)
{
    int64_t done = 0;
    memset(&rows, 0, sizeof rows);
    rows.seen = calloc((size_t)sets.inputs + 1, sizeof *rows.seen);
    start[0] = 0;
    for (int64_t row = 0; rows.seen && row < count; row++) {
        int64_t first = rows.used;
        if (!pushed(given[row]))
            break;
        while (rows.opens && looked_at(rows.open[--rows.opens], (uint32_t)row + 1))
            if (rows.used > limit)
                break;
        if (rows.opens || rows.used > limit)
            break;
        sorted(rows.columns + first, rows.used - first);
        start[row + 1] = rows.used;
        done++;
    }
    free(rows.seen);
    free(rows.open);
    if (done == count)
        return rows.used;
    free(rows.columns);
    rows.columns = 0;
    return -1;
}

void rz_rows_taken(int32_t *columns)
{
    memcpy(columns, rows.columns, (size_t)rows.used * sizeof *columns);
    free(rows.columns);
    rows.columns = 0;
}

/* ---- colourings ------------------------------------------------------------------------------ */

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

/* ---- entries ---------------------------------------------------------------------------------- */

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
