/* The snapshots of one checkpointed loop, and which comes next (transform/checkpoint/schedule.py is
 * the reference). `checkpoint.ll` is made of this file by `python -m tests.checkpoint_text`.
 *
 *     forward   begin, add …; per iteration: forward, then the iteration
 *     reverse   turn; while (what = next): one iteration without (1) or with its tape (2); finish
 *
 * A snapshot is a copy of all regions, side by side. All memory is of the arena given.
 */

typedef long i64;

typedef struct {
    char *start;
    i64 bytes;
} region;

typedef struct {
    i64 at;
    char *copy;
} snapshot;

typedef struct {
    i64 capacity, used, made; /* snapshots: allowed, valid, with memory */
    i64 length;               /* iterations */
    i64 last;                 /* iterations that are still to be reversed */
    i64 at;                   /* the iteration before which memory is; -1 for none */
    i64 target;               /* where the next snapshot is taken; -1 for none */
    i64 stride;
    i64 bytes, regions;
    i64 fresh; /* whether the snapshots are those of the forward sweep */
    i64 steps; /* iterations computed without a tape, for the record */
    char *current;
    snapshot *stack;
    region *region;
} plan;

extern char *rz_alloc(char *arena, i64 bytes) __asm__("rz.tape.alloc");
extern void rz_throw(int code, const char *message) __asm__("rz.throw") __attribute__((noreturn, cold));
extern i64 rz_extent(char *pointer, char **start) __asm__("rz.checkpoint.extent");
extern i64 malloc_usable_size(char *block);

plan *rz_begin(char *arena, i64 capacity, i64 regions) __asm__("rz.checkpoint.begin");
void rz_add(plan *p, char *start, i64 bytes) __asm__("rz.checkpoint.add");
void rz_block(plan *p, char *start) __asm__("rz.checkpoint.block");
void rz_array(plan *p, char *pointer, const char *message) __asm__("rz.checkpoint.array");
void rz_forward(plan *p, char *arena) __asm__("rz.checkpoint.forward");
void rz_turn(plan *p, char *arena) __asm__("rz.checkpoint.turn");
int rz_next(plan *p) __asm__("rz.checkpoint.next");
void rz_finish(plan *p) __asm__("rz.checkpoint.finish");

plan *rz_begin(char *arena, i64 capacity, i64 regions) {
    plan *p = (plan *)rz_alloc(arena, sizeof *p);
    __builtin_memset(p, 0, sizeof *p);
    p->capacity = capacity;
    p->stride = 1;
    p->fresh = 1;
    p->region = (region *)rz_alloc(arena, (regions ? regions : 1) * (i64)sizeof *p->region);
    p->stack = (snapshot *)rz_alloc(arena, capacity * (i64)sizeof *p->stack);
    return p;
}

void rz_add(plan *p, char *start, i64 bytes) {
    for (i64 k = 0; k < p->regions; k++)
        if (p->region[k].start == start && p->region[k].bytes >= bytes) return;
    p->region[p->regions].start = start;
    p->region[p->regions++].bytes = bytes;
    p->bytes += bytes;
}

void rz_block(plan *p, char *start) {
    if (start) rz_add(p, start, malloc_usable_size(start));
}

void rz_array(plan *p, char *pointer, const char *message) {
    if (!pointer) return;
    char *start = pointer;
    i64 bytes = rz_extent(pointer, &start);
    if (bytes < 0) rz_throw(2, message);
    rz_add(p, start, bytes);
}

static void save(plan *p, char *copy) {
    for (i64 k = 0; k < p->regions; k++) {
        __builtin_memcpy(copy, p->region[k].start, p->region[k].bytes);
        copy += p->region[k].bytes;
    }
}

static void restore(plan *p, const char *copy) {
    for (i64 k = 0; k < p->regions; k++) {
        __builtin_memcpy(p->region[k].start, copy, p->region[k].bytes);
        copy += p->region[k].bytes;
    }
}

static void keep(plan *p, i64 at) {
    p->stack[p->used].at = at;
    save(p, p->stack[p->used++].copy);
}

/* Every other snapshot goes; its memory is kept behind those that stay. */
static void thin(plan *p) {
    i64 kept = 0;
    for (i64 k = 0; k < p->used; k += 2) {
        snapshot other = p->stack[kept];
        p->stack[kept++] = p->stack[k];
        p->stack[k] = other;
    }
    p->used = kept;
    p->stride *= 2;
}

void rz_forward(plan *p, char *arena) {
    i64 at = p->length++;
    if (at & (p->stride - 1)) return;
    if (p->used == p->capacity) {
        if (p->capacity == 1) return;
        thin(p);
        if (at & (p->stride - 1)) return;
    }
    if (p->used == p->made) p->stack[p->made++].copy = rz_alloc(arena, p->bytes);
    keep(p, at);
}

/* C(s + t, s) for the smallest t for which it is at least `length`; and t, and the two before. */
typedef struct {
    i64 times, now, before, above;
} binomial;

static binomial enough(i64 length, i64 s) {
    binomial b = {0, 1, 0, 0};
    while (b.now < length) {
        b.times++;
        b.above = (i64)((__int128)b.now * s / b.times); /* C(s + t - 1, t) */
        b.before = b.now;
        b.now = b.before + b.above;                    /* C(s + t, t) */
    }
    return b;
}

/* t·l − C(s+t, t−1), where C(s+t, t−1) = C(s+t, t)·t / (s+1) */
static i64 cost(i64 length, i64 s) {
    if (length <= 1) return 0;
    binomial b = enough(length, s);
    return b.times * length - (i64)((__int128)b.now * b.times / (s + 1));
}

static i64 ahead(i64 length, i64 s) {
    if (s == 1) return length - 1;
    binomial b = enough(length, s);
    /* C(s + t - 1, s) and C(s + t - 2, s - 1) = C(s + t - 1, s) · s / (s + t - 1) */
    i64 most = b.before;
    i64 rest = (i64)((__int128)b.before * s / (s + b.times - 1));
    return most < length - rest ? most : length - rest;
}

void rz_turn(plan *p, char *arena) {
    p->current = rz_alloc(arena, p->bytes);
    save(p, p->current);
    i64 s = p->made ? p->made : 1, number = 1;
    if (p->fresh) {
        i64 best = cost(p->length, s), before = 0;
        for (i64 k = 1; k < p->used; k++) {
            before += cost(p->stack[k].at - p->stack[k - 1].at, s - k + 1);
            i64 total = before + cost(p->length - p->stack[k].at, s - k);
            if (total <= best) best = total, number = k + 1;
        }
    }
    p->fresh = 0;
    p->used = p->length ? number : 0;
    p->last = p->length;
    p->at = p->target = -1;
}

int rz_next(plan *p) {
    if (!p->last) return 0;
    if (p->at == p->target) {
        if (p->at >= 0 && p->at < p->last - 1) keep(p, p->at);
        p->target = -1;
    }
    while (p->used > 1 && p->stack[p->used - 1].at >= p->last) p->used--;
    snapshot *top = &p->stack[p->used - 1];
    if (p->at < 0) {
        restore(p, top->copy);
        p->at = top->at;
    }
    if (p->at == p->last - 1) {
        p->last--;
        p->at = p->target = -1;
        return 2;
    }
    if (p->target < 0) p->target = p->at + ahead(p->last - p->at, p->made - p->used + 1);
    p->at++;
    p->steps++;
    return 1;
}

void rz_finish(plan *p) { restore(p, p->current); }
