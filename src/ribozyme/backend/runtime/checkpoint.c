/* The snapshots of one checkpointed loop, and which comes next (transform/checkpoint/schedule.py is
 * the reference). Where the number of iterations is known, the forward sweep takes the snapshots of
 * the optimal schedule and keeps the tape of the last iteration; else snapshots at a stride. `checkpoint.ll` is made of this file by `python -m tests.checkpoint_text`.
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

#define REPEATED ((i64)1 << 63) /* in place of a number of iterations: transform/checkpoint/output_once.py */

enum { TOO_OFTEN = 100 }; /* times that an iteration is computed before it is refused */
enum { NO_MEMORY = 1, NO_DERIVATIVE = 2, STOPPED = 4, NO_FILE = 5 }; /* what is thrown */
enum { MOST_PATIENT = 1 << 14, MILLISECOND = 1000000, TELLS = 200 * MILLISECOND };

typedef struct {
    char *start;
    i64 bytes;
} region;

typedef struct {
    i64 at;
    char *copy; /* in memory, or, if there is none, in the file */
    i64 place;
} snapshot;

typedef struct {
    i64 seconds, nanoseconds;
} instant;

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
    i64 known;                /* iterations that there will be; -1 if that is not known */
    i64 length;               /* iterations so far */
    i64 heard;                /* the most that there were: those say nothing again */
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
    i64 file;  /* where snapshots lie that have no room in memory; -1 for none */
    i64 ram;   /* snapshots in memory: the newest if their number is known, else the first */
    i64 done, planned;               /* iterations of both sweeps; -1 if not known yet */
    i64 patience, interval;          /* iterations until the clock is read, and between */
    i64 looked, told;                /* nanoseconds: when it was, and when the caller was told */
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
extern int rz_tick(i64 done, i64 total) __asm__("rz.checkpoint.tick");
extern int rz_file(i64 *most) __asm__("rz.checkpoint.file");
extern void free(void *block);
extern int clock_gettime(int clock, instant *now);
extern i64 pwrite(int file, const void *from, i64 bytes, i64 place);
extern i64 pread(int file, void *to, i64 bytes, i64 place);
extern int posix_fadvise(int file, i64 place, i64 bytes, int advice);
extern int close(int file);
extern char *strerror(int number);
extern int *__errno_location(void);
extern i64 rz_limit __asm__("rz.tape.limit");
extern const char rz_over_limit[] __asm__("rz.over.limit");
extern i64 malloc_usable_size(char *block);

plan *rz_begin(char *arena, i64 capacity, i64 regions, i64 frame, i64 known)
    __asm__("rz.checkpoint.begin");
void rz_add(plan *p, char *start, i64 bytes) __asm__("rz.checkpoint.add");
void rz_within(plan *p, char *pointer, const char *message) __asm__("rz.checkpoint.within");
void rz_word(plan *p, char *shadow, i64 offset) __asm__("rz.checkpoint.word");
void rz_block(plan *p, char *start) __asm__("rz.checkpoint.block");
void rz_array(plan *p, char *pointer, const char *message) __asm__("rz.checkpoint.array");
char *rz_held(char *block, char **shadow, i64 offset) __asm__("rz.checkpoint.held");
char *rz_forward(plan *p, char *arena) __asm__("rz.checkpoint.forward");
void rz_turn(plan *p) __asm__("rz.checkpoint.turn");
int rz_next(plan *p) __asm__("rz.checkpoint.next");
void rz_end(plan *p, int code) __asm__("rz.checkpoint.end");
void rz_agree(plan *p, int code) __asm__("rz.checkpoint.agree");
char *rz_kept(plan *p) __asm__("rz.checkpoint.kept");
i64 rz_told(plan *p) __asm__("rz.checkpoint.told");
void rz_finish(plan *p) __asm__("rz.checkpoint.finish");
void rz_clear(plan *p) __asm__("rz.checkpoint.clear");
void rz_drop(void *p) __asm__("rz.checkpoint.drop");

static i64 least(i64 a, i64 b) { return a < b ? a : b; }

void rz_drop(void *p) {
    i64 file = ((plan *)p)->file;
    if (file >= 0) close((int)file);
    rz_free(p);
}

/* Between two iterations: now and then the caller is told, and may want to stop. The clock is read
 * about once a millisecond. */
static void step(plan *p) {
    p->done++;
    if (--p->patience > 0) return;
    instant now;
    clock_gettime(1, &now);
    i64 time = now.seconds * 1000000000 + now.nanoseconds;
    if (time - p->looked < MILLISECOND) p->interval = least(2 * p->interval, MOST_PATIENT);
    else if (p->interval > 1) p->interval /= 2;
    p->patience = p->interval;
    p->looked = time;
    if (time - p->told < TELLS) return;
    int first = !p->told;
    p->told = time;
    if (!first && rz_tick(p->done, p->planned)) rz_throw(STOPPED, "stopped");
}

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

plan *rz_begin(char *arena, i64 capacity, i64 regions, i64 frame, i64 known) {
    plan *p = (plan *)rz_alloc(arena, sizeof *p);
    __builtin_memset(p, 0, sizeof *p);
    p->known = known;
    p->capacity = p->ram = known > 0 ? least(capacity, known) : capacity;
    p->stride = p->interval = 1;
    p->fresh = 1;
    p->file = p->planned = -1;
    p->region = (region *)rz_alloc(arena, (regions ? regions : 1) * (i64)sizeof *p->region);
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

/* An address by which memory of the state may be reached lies in a region, or just behind it. */
void rz_within(plan *p, char *pointer, const char *message) {
    if (!pointer) return;
    for (i64 k = 0; k < p->regions; k++)
        if (pointer >= p->region[k].start && pointer <= p->region[k].start + p->region[k].bytes) return;
    if (!p->keeps) rz_throw(NO_DERIVATIVE, message);
    p->unbounded = 1;
}

/* The address at an offset of a shadow, if there is a shadow. */
void rz_word(plan *p, char *shadow, i64 offset) {
    if (shadow) rz_add(p, shadow + offset, sizeof(char *));
}

void rz_block(plan *p, char *start) {
    if (start) rz_add(p, start, malloc_usable_size(start));
}

/* The address that lies at an offset of a block, and its shadow in place of the block's. Memory of
 * shadows is zero before an address is stored: then there is none, whatever lies in the block. */
char *rz_held(char *block, char **shadow, i64 offset) {
    if (block && *shadow && (*shadow = *(char **)(*shadow + offset))) return *(char **)(block + offset);
    *shadow = 0;
    return 0;
}

void rz_array(plan *p, char *pointer, const char *message) {
    if (!pointer) return;
    char *start = pointer;
    i64 bytes = rz_extent(pointer, &start);
    if (bytes < 0 && !p->keeps) rz_throw(NO_DERIVATIVE, message);
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

/* The regions from or to the file. The system writes behind the computation. */
static void moved(plan *p, i64 place, int out) {
    for (i64 k = 0; k < p->regions; k++) {
        char *start = p->region[k].start;
        i64 left = p->region[k].bytes;
        while (left) {
            i64 now = out ? pwrite((int)p->file, start, left, place) : pread((int)p->file, start, left, place);
            if (now <= 0) rz_throw(NO_FILE, now ? strerror(*__errno_location()) : "the file ended");
            start += now, place += now, left -= now;
        }
    }
}

static void keep(plan *p, i64 at) {
    snapshot *new = &p->stack[p->used++];
    new->at = at;
    if (new->copy) save(p, new->copy);
    else moved(p, new->place, 1);
}

/* Restores the newest snapshot, and has the system read the one before it, if that is in the file. */
static void recall(plan *p) {
    snapshot *top = &p->stack[p->used - 1];
    if (top->copy) restore(p, top->copy);
    else moved(p, top->place, 0);
    if (p->used > 1 && !top[-1].copy) posix_fadvise((int)p->file, top[-1].place, p->bytes, 3);
    p->at = top->at;
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

/* The first state, which the loop may have to begin from again. */
static void keep_first(plan *p, char *arena) {
    p->current = rz_alloc(arena, p->bytes);
    save(p, p->current);
}

/* How many snapshots there may be in memory and in the file, of so many that are wanted. An eighth
 * of the room may go to the table of those in the file. */
static i64 dealt(plan *p, i64 room, i64 wanted) {
    i64 entry = (i64)sizeof *p->stack, each = ((p->bytes + 63) & -64) + entry, disk = 0;
    if (room < 0) room = 0;
    p->ram = least(room / each, wanted);
    if (p->ram == wanted || !p->bytes) return p->ram;
    p->file = rz_file(&disk);
    if (p->file < -1) p->file = -1, rz_throw(NO_FILE, ""); /* the caller knows why */
    if (p->file < 0) return p->ram;
    i64 filed = least(disk / p->bytes, room / 8 / entry);
    p->ram = (room - filed * entry) / each;
    return least(wanted, p->ram + filed);
}

/* Back to the first state, with as many snapshots as there is room for beside it and the tape of
 * an iteration. */
static void begin_again(plan *p, char *arena) {
    rz_clear(p);
    free(p->own.newest);
    p->own.newest = 0;
    p->own.cursor = p->own.end = 0;
    restore(p, p->current);
    i64 wanted = p->known > 0 ? least(p->known, 1 << 20) : 1 << 20;
    i64 room = budget() - taken((tapes *)arena) - 2 * p->most;
    p->capacity = dealt(p, room, wanted);
    if (p->capacity < 2) rz_throw(NO_MEMORY, rz_over_limit); /* the state is as large as the tape */
    p->stack = (snapshot *)rz_alloc(arena, p->capacity * (i64)sizeof *p->stack);
    p->keeps = p->length = p->target = p->done = 0;
    p->records = 0;
}

/* Whether the tape of one more iteration fits; and, where their number is known, those of all, if
 * the others keep as much as those so far. */
static int has_room(plan *p) {
    i64 now = taken(&p->own);
    if (now - p->taped > p->most) p->most = now - p->taped;
    p->taped = now;
    if (p->unbounded) return 1;
    i64 left = budget() - now - p->bytes;
    if (left <= 2 * p->most) return 0;
    if (p->known < 0 || p->length < 2) return 1;
    return (__int128)(p->known - p->length) * now <= (__int128)left * p->length;
}

/* A frame for an iteration whose tape is kept. */
static char *record_of(plan *p) {
    record *made = (record *)rz_alloc((char *)p, (i64)sizeof *made + p->frame);
    made->before = p->records;
    p->records = made;
    return made->frame;
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

/* Whether the next snapshot to be made lies in the file: those of before the others are restored
 * least often, and which these will be is known if the number of iterations is. */
static int is_filed(const plan *p) {
    return p->known > 0 ? p->made < p->capacity - p->ram : p->made >= p->ram;
}

static void keep_new(plan *p, char *arena, i64 at) {
    if (p->used == p->made) {
        snapshot *new = &p->stack[p->made];
        new->copy = is_filed(p) ? 0 : rz_alloc(arena, p->bytes);
        new->place = p->made++ * p->bytes;
    }
    keep(p, at);
}

/* A snapshot of the optimal schedule, and where the next one is. */
static void keep_planned(plan *p, char *arena, i64 at) {
    p->target = -1;
    if (p->used == p->capacity) return;
    keep_new(p, arena, at);
    i64 next = at + ahead(p->known - at, p->capacity - p->used + 1);
    if (next < p->known - 1) p->target = next;
}

/* The number of snapshots was given: those that have no room in memory lie in the file, if there is
 * one. Else what does not fit ends as a tape does that does not fit. */
static void begin_given(plan *p, char *arena) {
    if (rz_limit > 0) {
        i64 found = dealt(p, budget() - taken((tapes *)arena) - 2 * p->bytes, p->capacity);
        if (p->file < 0) p->ram = p->capacity;
        else p->capacity = found;
    }
    p->stack = (snapshot *)rz_alloc(arena, p->capacity * (i64)sizeof *p->stack);
}

char *rz_forward(plan *p, char *arena) {
    step(p);
    if (p->keeps) {
        if (!p->length && !p->unbounded) keep_first(p, arena);
        if (has_room(p)) {
            p->length++;
            return record_of(p);
        }
        begin_again(p, arena);
    }
    if (!p->stack) begin_given(p, arena);
    if (!p->length && p->known > 0) p->planned = p->known + cost(p->known, p->capacity);
    if (!p->current) p->current = rz_alloc(arena, p->bytes);
    i64 at = p->length++;
    int full = p->automatic && p->made && !is_filed(p) && !fits((tapes *)arena, p->bytes);
    if (full) p->capacity = p->made;
    if (p->known > 0) {
        if (at == p->target) keep_planned(p, arena, at);
        return at == p->known - 1 ? record_of(p) : 0;
    }
    if (at & (p->stride - 1)) return 0;
    if (p->used == p->capacity) {
        if (p->capacity == 1) return 0;
        thin(p);
        if (at & (p->stride - 1)) return 0;
    }
    keep_new(p, arena, at);
    return 0;
}

void rz_turn(plan *p) {
    p->walk = 0;
    p->planned = p->done + p->length;
    if (p->keeps) return;
    save(p, p->current);
    i64 s = p->made ? p->made : 1, number = 1, best = cost(p->length, s);
    if (p->automatic && best / TOO_OFTEN > p->length) rz_throw(NO_MEMORY, rz_over_limit);
    if (p->fresh && p->known > 0) {
        number = p->used;
        best -= p->length; /* of the forward sweep, and the adjoint of the one that was kept */
    } else if (p->fresh) {
        i64 before = 0;
        for (i64 k = 1; k < p->used; k++) {
            before += cost(p->stack[k].at - p->stack[k - 1].at, s - k + 1);
            i64 total = before + cost(p->length - p->stack[k].at, s - k);
            if (total <= best) best = total, number = k + 1;
        }
    }
    p->planned += best;
    p->fresh = 0;
    p->used = p->length ? number : 0;
    p->last = p->length;
    p->at = p->target = -1;
}

int rz_next(plan *p) {
    if (p->keeps) {
        step(p);
        p->walk = p->walk ? p->walk->before : p->records;
        return p->walk ? 3 : 0;
    }
    if (!p->last) return 0;
    if (p->records) { /* the tape of the last iteration was kept; it is used once */
        p->walk = p->records;
        p->records = 0;
        p->last--;
        return 3;
    }
    step(p);
    if (p->at == p->target) {
        if (p->at >= 0 && p->at < p->last - 1) keep(p, p->at);
        p->target = -1;
    }
    while (p->used > 1 && p->stack[p->used - 1].at >= p->last) p->used--;
    if (p->at < 0) recall(p);
    if (p->at == p->last - 1) {
        p->last--;
        p->at = p->target = -1;
        return 2;
    }
    if (p->target < 0) p->target = p->at + ahead(p->last - p->at, p->made - p->used + 1);
    p->at++;
    return 1;
}

/* How the loop was left. */
void rz_end(plan *p, int code) {
    if (p->known > 0 && p->length != p->known)
        rz_throw(NO_DERIVATIVE, "a checkpointed loop ended after another number of iterations than was computed before it");
    p->code = code;
}

/* An iteration goes on, or leaves the loop, as it did when it was computed without its tape: code
 * that was compiled twice may round differently. */
void rz_agree(plan *p, int code) {
    if (code != (p->last == p->length - 1 ? p->code : 0))
        rz_throw(NO_DERIVATIVE, "rounding decides whether a checkpointed loop ends: with a tape it ended elsewhere");
}

/* The number of iterations for the one that comes, unless it has said before what it has to say. */
i64 rz_told(plan *p) {
    if (p->length <= p->heard) return REPEATED;
    p->heard = p->length;
    return p->known;
}

char *rz_kept(plan *p) { return p->walk->frame; }

void rz_finish(plan *p) {
    if (!p->keeps) restore(p, p->current);
}
