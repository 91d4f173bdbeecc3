/* The snapshots of one checkpointed loop, and which comes next (transform/checkpoint/schedule.py is
 * the reference). `checkpoint.ll` is made of this file by `python -m tests.checkpoint_text`.
 *
 *     forward   begin, add …; per iteration: forward, then the iteration, with a tape in the frame
 *               that `forward` gives, or without if it gives none
 *     reverse   turn; while (what = next): one iteration without a tape (1), with a tape (2), or the
 *               adjoint of one whose tape was kept (3); finish
 *
 * A snapshot is a copy of all regions, side by side. Without a number of snapshots (capacity 0)
 * the tapes of all iterations are kept, as long as there is room under the limit of a tape. When
 * there is none, the loop begins again from its first state with as many snapshots as there is room
 * for. All memory is of the arena given; tapes of iterations are in an arena of the plan's own.
 */

typedef long i64;

enum { TOO_OFTEN = 100 }; /* times that an iteration is computed before it is refused */

typedef struct {
    char *start;
    i64 bytes;
} region;

typedef struct {
    i64 at;
    char *copy;
} snapshot;

typedef struct record {
    struct record *before;
    i64 rest[7]; /* frames are as aligned as all of a tape */
    char frame[];
} record;

typedef struct chunk {
    struct chunk *before;
    i64 bytes;
} chunk;

typedef struct {
    char *cursor, *end;
    chunk *newest;
    char *deferred;
    i64 rest[4];
} tapes;

typedef struct {
    tapes own; /* first: the address of the plan is that of the arena */
    i64 capacity, used, made; /* snapshots: allowed, valid, with memory */
    i64 length;               /* iterations */
    i64 last;                 /* iterations that are still to be reversed */
    i64 at;                   /* the iteration before which memory is; -1 for none */
    i64 target;               /* where the next snapshot is taken; -1 for none */
    i64 stride;
    i64 bytes, regions;
    i64 keeps;     /* whether the tapes of all iterations are kept */
    i64 automatic; /* whether the number of snapshots was not given */
    i64 unbounded; /* whether the extent of something is not known: there can be no snapshot */
    i64 frame;     /* bytes of the frame of an iteration */
    i64 taped;     /* bytes of tapes so far, and of the largest of an iteration */
    i64 most;
    record *records, *walk;
    i64 fresh; /* whether the snapshots are those of the forward sweep */
    i64 code;  /* of the exit that was taken */
    i64 steps; /* iterations computed without a tape, for the record */
    char *current;
    snapshot *stack;
    region *region;
} plan;

extern char *rz_alloc(char *arena, i64 bytes) __asm__("rz.tape.alloc");
extern void rz_throw(int code, const char *message) __asm__("rz.throw") __attribute__((noreturn, cold));
extern i64 rz_extent(char *pointer, char **start) __asm__("rz.checkpoint.extent");
extern void rz_defer(char *arena, void *block, void (*release)(void *)) __asm__("rz.tape.defer");
extern void rz_free(void *arena) __asm__("rz.arena.free");
extern void rz_settle(char *first) __asm__("rz.arena.settle");
extern void free(void *block);
extern i64 rz_limit __asm__("rz.tape.limit");
extern const char rz_over_limit[] __asm__("rz.over.limit");
extern i64 malloc_usable_size(char *block);

plan *rz_begin(char *arena, i64 capacity, i64 regions, i64 frame) __asm__("rz.checkpoint.begin");
void rz_add(plan *p, char *start, i64 bytes) __asm__("rz.checkpoint.add");
void rz_block(plan *p, char *start) __asm__("rz.checkpoint.block");
void rz_array(plan *p, char *pointer, const char *message) __asm__("rz.checkpoint.array");
char *rz_forward(plan *p, char *arena) __asm__("rz.checkpoint.forward");
void rz_turn(plan *p) __asm__("rz.checkpoint.turn");
int rz_next(plan *p) __asm__("rz.checkpoint.next");
void rz_end(plan *p, int code) __asm__("rz.checkpoint.end");
void rz_agree(plan *p, int code) __asm__("rz.checkpoint.agree");
char *rz_kept(plan *p) __asm__("rz.checkpoint.kept");
void rz_finish(plan *p) __asm__("rz.checkpoint.finish");
void rz_clear(plan *p) __asm__("rz.checkpoint.clear");
void rz_drop(void *p) __asm__("rz.checkpoint.drop");

void rz_drop(void *p) { rz_free(p); }

/* The tape of an iteration goes; the newest of its chunks, which is the largest, is used again. */
void rz_clear(plan *p) {
    if (p->own.deferred) rz_settle(p->own.deferred);
    p->own.deferred = 0;
    chunk *newest = p->own.newest;
    if (!newest) return;
    for (chunk *one = newest->before, *next; one; one = next) {
        next = one->before;
        free(one);
    }
    newest->before = 0;
    p->own.cursor = (char *)newest + 64;
}

plan *rz_begin(char *arena, i64 capacity, i64 regions, i64 frame) {
    plan *p = (plan *)rz_alloc(arena, sizeof *p);
    __builtin_memset(p, 0, sizeof *p);
    p->capacity = capacity;
    p->stride = 1;
    p->fresh = 1;
    p->region = (region *)rz_alloc(arena, (regions ? regions : 1) * (i64)sizeof *p->region);
    if (capacity) p->stack = (snapshot *)rz_alloc(arena, capacity * (i64)sizeof *p->stack);
    p->keeps = p->automatic = !capacity;
    p->frame = frame;
    rz_defer(arena, (void *)p, rz_drop);
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
    if (bytes < 0 && !p->keeps) rz_throw(2, message);
    if (bytes < 0) {
        p->unbounded = 1;
        return;
    }
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

/* Bytes taken from an arena, without what is left of its newest chunk. */
static i64 taken(const tapes *arena) {
    i64 found = arena->cursor - arena->end;
    for (chunk *one = arena->newest; one; one = one->before) found += one->bytes;
    return found;
}

/* Whether so much can be allocated: ends of chunks are left over. */
static int fits(const tapes *arena, i64 bytes) {
    if (arena->end - arena->cursor >= bytes + 64) return 1;
    i64 all = 0;
    for (chunk *one = arena->newest; one; one = one->before) all += one->bytes;
    return rz_limit - all >= bytes + 128;
}

/* What snapshots and tapes of iterations may take: ends of chunks and whole pages are left over. */
static i64 budget(void) { return rz_limit - rz_limit / 10; }

static i64 least(i64 a, i64 b) { return a < b ? a : b; }

/* The first state, which the loop may have to begin from again. */
static void keep_first(plan *p, char *arena) {
    p->current = rz_alloc(arena, p->bytes);
    save(p, p->current);
}

/* Back to the first state, with as many snapshots as there is room for beside it and the tape of
 * an iteration. */
static void begin_again(plan *p, char *arena) {
    rz_clear(p);
    free(p->own.newest);
    p->own.newest = 0;
    p->own.cursor = p->own.end = 0;
    restore(p, p->current);
    i64 each = ((p->bytes + 63) & -64) + (i64)sizeof *p->stack;
    i64 room = budget() - taken((tapes *)arena) - 2 * p->most;
    if (room < 2 * each) rz_throw(1, rz_over_limit); /* the state alone is as large as the tape */
    p->capacity = each ? least(room / each, 1 << 20) : 1 << 20;
    p->stack = (snapshot *)rz_alloc(arena, p->capacity * (i64)sizeof *p->stack);
    p->keeps = p->length = 0;
    p->records = 0;
}

static int has_room(plan *p) {
    i64 now = taken(&p->own);
    if (now - p->taped > p->most) p->most = now - p->taped;
    p->taped = now;
    return p->unbounded || now + 2 * p->most + p->bytes < budget();
}

char *rz_forward(plan *p, char *arena) {
    if (p->keeps) {
        if (!p->length && !p->unbounded) keep_first(p, arena);
        if (has_room(p)) {
            record *made = (record *)rz_alloc((char *)p, (i64)sizeof *made + p->frame);
            made->before = p->records;
            p->records = made;
            p->length++;
            return made->frame;
        }
        begin_again(p, arena);
    }
    if (!p->current) p->current = rz_alloc(arena, p->bytes);
    i64 at = p->length++;
    if (at & (p->stride - 1)) return 0;
    if (p->automatic && p->made && !fits((tapes *)arena, p->bytes)) p->capacity = p->made;
    if (p->used == p->capacity) {
        if (p->capacity == 1) return 0;
        thin(p);
        if (at & (p->stride - 1)) return 0;
    }
    if (p->used == p->made) p->stack[p->made++].copy = rz_alloc(arena, p->bytes);
    keep(p, at);
    return 0;
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

void rz_turn(plan *p) {
    p->walk = 0;
    if (p->keeps) return;
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
    if (p->automatic && cost(p->length, s) / TOO_OFTEN > p->length) rz_throw(1, rz_over_limit);
    p->fresh = 0;
    p->used = p->length ? number : 0;
    p->last = p->length;
    p->at = p->target = -1;
}

int rz_next(plan *p) {
    if (p->keeps) {
        p->walk = p->walk ? p->walk->before : p->records;
        return p->walk ? 3 : 0;
    }
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

/* How the loop was left. */
void rz_end(plan *p, int code) { p->code = code; }

/* An iteration goes on, or leaves the loop, as it did when it was computed without its tape: code
 * that was compiled twice may round differently. */
void rz_agree(plan *p, int code) {
    if (code != (p->last == p->length - 1 ? p->code : 0))
        rz_throw(2, "rounding decides whether a checkpointed loop ends: with a tape it ended elsewhere");
}

char *rz_kept(plan *p) { return p->walk->frame; }

void rz_finish(plan *p) {
    if (!p->keeps) restore(p, p->current);
}
