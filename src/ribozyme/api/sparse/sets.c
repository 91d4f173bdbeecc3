/* Sets of inputs, and the rows of a pattern out of them.

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
