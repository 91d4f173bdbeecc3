/* What threads add to memory that others add to, without atomic operations (included by openmp.c).

     sums      what a thread adds to one group of places, numbers of one kind. A derivative adds to
               its window without asking, and asks here for places outside (rz_omp_add_missed_), or
               for all places of a loop before it (rz_omp_reach).
     window    a range of memory, and where the thread adds for it: there, or to numbers of its own.
     owner     of a page: the thread that came to it first adds to memory itself, and to pages beside
               it, unless the order of additions is fixed. Beyond a number of pages all add
               atomically, and so the numbers of a thread's own are bounded.
     block     1024 bytes of numbers of a thread's own, for a block of another's page.
     whole     one window for all places of a group. It is made once the thread has jumped more
               often than there are pages, or asked much more often than there are blocks: so a
               pass in the order of memory makes none, and neither does a stencil. It grows by a
               quarter at least, and as late again where it would become more than twice as large.

   At the end of a region the threads add their own numbers to memory, each those of other pages, in
   the order of the threads. So are the numbers of rz_omp_add_f64, but at the next barrier, for
   memory that the region also writes. */

#include "numbers.h"
#include "owners.h"

/* ---- where a thread adds --------------------------------------------------------------------- */

/* Makes the range of places larger, so that it seldom has to grow: its size. The first has a little
   more on both sides, a later one where it has grown. */
static uint64_t widened(sums_t *sums, uint64_t more, int first) {
    int up = sums->high > sums->whole.first + sums->whole.bytes;
    if (first || up) sums->high += more;
    if ((first || !up) && sums->low > more) sums->low -= more;
    return sums->high - sums->low;
}

/* One window for all places that were asked for, and some beside them. */
static int make_whole(sums_t *sums) {
    own_t *own = sums->own;
    window_t before = sums->whole;
    uint64_t bytes = sums->high - sums->low, limit = own->team->limit;
    int had = before.distance != 0;
    sums->jumps = sums->asked = 0;
    if (!sums->strict && own->team->active == 1 && !had &&
        claim_all(own, sums->low, sums->high) == own->number) {
        sums->whole = (window_t){sums->low, bytes, 0};
        return 1;
    }
    if (!sums->strict) limit = (limit < (uint64_t)MOST_PAGES * 2 * PAGE ? limit : MOST_PAGES * 2 * PAGE) / 2;
    if (bytes > limit || own->bytes > limit - bytes) return 0;
    uint64_t more = bytes / PAGE / (had ? 4 : 32) * PAGE + PAGE;
    if (2 * more <= limit - bytes - own->bytes) bytes = widened(sums, more, !had);
    char *made = zeros(bytes);
    if (made == NULL) return 0;
    if (had) {
        void *old = numbers(before.first, before.distance);
        memcpy(made + (before.first - sums->low), old, before.bytes);
        own->bytes -= before.bytes;
        give_room_back(old);
    }
    for (uint64_t at = 0; sums->used > 0 && at <= sums->mask; at++) {
        slot_t slot = sums->slots[at];
        if (slot.place == 0) continue;
        memcpy(made + (slot.place - sums->low), numbers(slot.place, slot.distance), BLOCK);
    }
    if (sums->used > 0) memset(sums->slots, 0, (sums->mask + 1) * sizeof *sums->slots);
    sums->used = 0;
    sums->slab = NULL;
    own->bytes += bytes;
    sums->whole = (window_t){sums->low, bytes, (uint64_t)(uintptr_t)made - sums->low};
    atomic_store_explicit(&own->team->summing, 1, memory_order_relaxed);
    return 1;
}

/* Whether none of the last few blocks lies beside this one. A stencil goes through some rows at a time. */
static int is_jump(sums_t *sums, uint64_t block) {
    for (int at = 0; at < STREAMS; at++)
        if (block - sums->last[at] + BLOCK <= 2 * BLOCK) {
            sums->last[at] = block;
            return 0;
        }
    sums->last[sums->oldest] = block;
    sums->oldest = (sums->oldest + 1) % STREAMS;
    return 1;
}

/* Whether one window for all places costs less than to ask on. */
static int is_worn(sums_t *sums, uint64_t block) {
    uint64_t bytes = sums->high - sums->low;
    sums->asked++;
    sums->jumps += (uint64_t)is_jump(sums, block);
    if (bytes / 2 <= sums->whole.bytes) return sums->asked > bytes / BLOCK / 2;
    return sums->jumps > bytes / PAGE || sums->asked > OFTEN * (bytes / BLOCK);
}

/* Moves the window to a place; 0 where the thread is to add there atomically. */
static int moved_to(sums_t *sums, uint64_t where) {
    uint64_t block = where & -(uint64_t)BLOCK, page = where & -(uint64_t)PAGE;
    if (where % width(sums) != 0) return 0;
    if (is_within(&sums->whole, where)) {
        sums->window = sums->whole;
        return 1;
    }
    if (sums->high == 0 || page < sums->low) sums->low = page;
    if (page >= sums->high) sums->high = page + PAGE;
    if (is_worn(sums, block) && make_whole(sums)) {
        sums->window = sums->whole;
        return 1;
    }
    slot_t slot = *slot_of(sums, block);
    if (slot.place != 0) {
        sums->window = (window_t){block, BLOCK, slot.distance};
        return 1;
    }
    if (!sums->strict && sums->own->team->active == 1) {
        if (!is_within(&sums->run, where)) {
            int whose = owner_now(sums, page);
            if (whose == NOBODY) return 0;
            if (whose != sums->own->number) {
                sums->window = new_block(sums, block);
                return 1;
            }
        }
        sums->window = sums->run;
        return 1;
    }
    sums->window = new_block(sums, block);
    return 1;
}

/* Moves the window to one that holds a range, to which a loop is about to add: if the thread has
   numbers of its own for all of it, or all its pages can be the thread's own. It frees no numbers: what
   a loop was told of another range stays true. */
static void reach(sums_t *sums, uint64_t where, uint64_t bytes) {
    uint64_t low = where & -(uint64_t)PAGE, high = (where + bytes + PAGE - 1) & -(uint64_t)PAGE;
    const window_t *whole = &sums->whole, *run = &sums->run;
    if (is_within(whole, where) && bytes <= whole->first + whole->bytes - where) {
        sums->window = *whole;
        return;
    }
    if (sums->strict || sums->own->team->active > 1 || high - low > REACH * (uint64_t)PAGE) return;
    if (low < run->first || high > run->first + run->bytes) {
        if (has_others(sums->own, low, high) || claim_run(sums, low, high) != sums->own->number) return;
        if (sums->high == 0 || low < sums->low) sums->low = low;
        if (high > sums->high) sums->high = high;
    }
    sums->window = *run;
}

/* Where the thread adds for a place; NULL where it is to do so atomically. */
static void *sum_of(sums_t *sums, void *place) {
    uint64_t where = (uint64_t)(uintptr_t)place;
    if (!moved_to(sums, where)) return NULL;
    return numbers(where, sums->window.distance);
}

/* The calling thread's sums in the team that it shares memory with; NULL where it is alone. */
static own_t *own_sums(void) {
    team_t *team = self.team;
    int number = self.number;
    while (team != NULL && team->size == 1) {
        number = team->parent_number;
        team = team->parent;
    }
    if (team == NULL) return NULL;
    if (__atomic_load_n(&team->sums, __ATOMIC_ACQUIRE) == NULL) {
        pthread_mutex_lock(&team->lock);
        if (team->sums == NULL) {
            own_t **made = calloc((size_t)team->size, sizeof *made);
            __atomic_store_n(&team->sums, made, __ATOMIC_RELEASE);
        }
        pthread_mutex_unlock(&team->lock);
        if (team->sums == NULL) no_memory();
    }
    if (team->sums[number] == NULL) {
        own_t *own = team->sums[number] = calloc(1, sizeof *own);
        if (own == NULL) no_memory();
        own->number = number;
        own->team = team;
        for (int at = 0; at < TABLES; at++) {
            own->tables[at].kind = at % KINDS;
            own->tables[at].strict = at >= AT_BARRIERS;
            own->tables[at].own = own;
        }
    }
    return team->sums[number];
}

/* What derivatives are told of the calling thread's sums of floats (0) or doubles (1). */
sums_t *rz_omp_sums(int kind, int strict, int group) {
    own_t *own = own_sums();
    if (own == NULL) return &no_sums[kind];
    sums_t *sums = &own->tables[KINDS * (group % GROUPS) + kind];
    sums->strict |= strict;
    return sums;
}

/* The window from which derivatives are to add to a range, which is not in theirs. */
void rz_omp_reach(window_t *window, sums_t *sums, void *place, int64_t bytes) {
    if (sums->own != NULL && bytes > 0) reach(sums, (uint64_t)(uintptr_t)place, (uint64_t)bytes);
    *window = sums->window;
}

/* Adds where derivatives have not found the place in their window, and tells them the next: KIND for
   the end of the region, and for the next barrier. In a reduction of a reverse sweep one thread is at
   a time. */
#define ADDING(type, suffix, KIND)                                                               \
    static void add_atomically_##suffix(type *place, type amount) {                              \
        type before, after;                                                                      \
        __atomic_load(place, &before, __ATOMIC_RELAXED);                                         \
        do {                                                                                     \
            after = before + amount;                                                             \
        } while (!__atomic_compare_exchange(place, &before, &after, 1, __ATOMIC_RELAXED,         \
                                            __ATOMIC_RELAXED));                                  \
    }                                                                                            \
    static void add_##suffix(sums_t *sums, type *place, type amount) {                           \
        type *sum = sum_of(sums, place);                                                         \
        if (sum != NULL)                                                                         \
            *sum += amount;                                                                      \
        else                                                                                     \
            add_atomically_##suffix(place, amount);                                              \
    }                                                                                            \
    void rz_omp_add_missed_##suffix(window_t *window, sums_t *sums, type *place, type amount) {  \
        if (sums == &no_sums[KIND])                                                              \
            *place += amount;                                                                    \
        else                                                                                     \
            add_##suffix(sums, place, amount);                                                   \
        *window = sums->window;                                                                  \
    }                                                                                            \
    void rz_omp_add_##suffix(type *place, type amount) {                                         \
        own_t *own = self.reducing ? NULL : own_sums();                                          \
        if (own == NULL)                                                                         \
            *place += amount;                                                                    \
        else                                                                                     \
            add_##suffix(&own->tables[AT_BARRIERS + KIND], place, amount);                       \
    }                                                                                            \
    static void settle_one_##suffix(type *place, type *sum) {                                    \
        if (*sum == 0) return; /* it may be another's place, or -0.0 */                          \
        *place += *sum;                                                                          \
        *sum = 0;                                                                                \
    }                                                                                            \
    /* Adds the sums for some bytes to memory, eight at once where something was added to all. */ \
    static void settle_##suffix(uint64_t from, uint64_t end, uint64_t distance) {                \
        for (; from + 8 * sizeof(type) <= end; from += 8 * sizeof(type)) {                       \
            type *place = (type *)(uintptr_t)from, *sum = numbers(from, distance);               \
            int full = 1;                                                                        \
            for (int k = 0; k < 8; k++) full &= sum[k] != 0;                                     \
            for (int k = 0; full && k < 8; k++) place[k] += sum[k], sum[k] = 0;                  \
            for (int k = 0; !full && k < 8; k++) settle_one_##suffix(place + k, sum + k);        \
        }                                                                                        \
        for (; from < end; from += sizeof(type))                                                 \
            settle_one_##suffix((type *)(uintptr_t)from, numbers(from, distance));               \
    }                                                                                            \
    /* The same behind a region within a region: they become another thread's. */                \
    static void hand_up_##suffix(sums_t *sums, uint64_t from, uint64_t end, uint64_t distance) { \
        for (uint64_t at = from; at < end; at += sizeof(type)) {                                 \
            type *sum = (type *)(uintptr_t)(at + distance);                                      \
            if (*sum != 0) add_##suffix(sums, (type *)(uintptr_t)at, *sum);                      \
        }                                                                                        \
    }

ADDING(double, f64, F64)
ADDING(float, f32, F32)

/* ---- adding to memory ------------------------------------------------------------------------ */

/* The part of some numbers of the thread's own, for `bytes` from `first` on, that is for a range. */
static void settle(const sums_t *sums, uint64_t first, uint64_t bytes, uint64_t distance,
                   uint64_t from, uint64_t end) {
    if (from < first) from = first;
    if (end > first + bytes) end = first + bytes;
    from &= -(uint64_t)width(sums);
    (sums->kind == F64 ? settle_f64 : settle_f32)(from, end, distance);
}

static void settle_block(const sums_t *sums, const slot_t *slot, uint64_t from, uint64_t end) {
    if (slot->place != 0) settle(sums, slot->place, BLOCK, slot->distance, from, end);
}

/* Adds to memory what the thread has kept for some bytes, which no other thread accesses now. */
void rz_omp_settle(void *place, int64_t bytes) {
    team_t *team = self.team;
    if (team == NULL || team->size == 1) return;
    own_t **all = __atomic_load_n(&team->sums, __ATOMIC_ACQUIRE);
    if (all == NULL || all[self.number] == NULL || bytes <= 0) return;
    uint64_t from = (uint64_t)(uintptr_t)place, end = from + (uint64_t)bytes;
    uint64_t block = from & -(uint64_t)BLOCK;
    for (int kind = AT_BARRIERS; kind < TABLES; kind++) {
        sums_t *sums = &all[self.number]->tables[kind];
        const window_t *whole = &sums->whole;
        if (sums->whole.distance != 0) settle(sums, whole->first, whole->bytes, whole->distance, from, end);
        if (sums->used == 0) continue;
        if ((end - block) / BLOCK <= sums->mask)
            for (uint64_t at = block; at < end; at += BLOCK)
                settle_block(sums, slot_of(sums, at), from, end);
        else
            for (uint64_t at = 0; at <= sums->mask; at++)
                settle_block(sums, &sums->slots[at], from, end);
    }
}

/* The sums of all threads in the order of their numbers, from a table on: for each n-th page. */
static void add_sums(team_t *team, int table, int until, uint64_t number, uint64_t n) {
    for (int thread = 0; thread < team->size; thread++)
        for (int at = table; team->sums[thread] != NULL && at < until; at++) {
            sums_t *sums = &team->sums[thread]->tables[at];
            if (sums->whole.distance != 0) {
                uint64_t first = sums->whole.first, bytes = sums->whole.bytes;
                uint64_t skipped = (number + n - first / PAGE % n) % n;
                for (uint64_t page = first + skipped * PAGE; page < first + bytes; page += n * PAGE)
                    settle(sums, first, bytes, sums->whole.distance, page, page + PAGE);
            }
            for (uint64_t k = 0; sums->used > 0 && k <= sums->mask; k++) {
                const slot_t *slot = &sums->slots[k];
                if (slot->place / PAGE % n == number)
                    settle_block(sums, slot, slot->place, slot->place + BLOCK);
            }
        }
}

/* The sums for memory that is written, at a barrier, by the last thread that comes there. */
static void add_sums_at_barrier(team_t *team) {
    if (team->sums == NULL) return;
    add_sums(team, AT_BARRIERS, TABLES, 0, 1);
    for (int thread = 0; thread < team->size; thread++)
        for (int at = AT_BARRIERS; team->sums[thread] != NULL && at < TABLES; at++) {
            sums_t *sums = &team->sums[thread]->tables[at];
            if (sums->used > 0) memset(sums->slots, 0, (sums->mask + 1) * sizeof *sums->slots);
            sums->used = 0;
            sums->slab = NULL;
        }
}

/* At the end of a region: those who have sums wait for all others, and add to memory, each other
   pages. */
static void add_sums_at_end(team_t *team) {
    if (team->size == 1 || team->active > 1) return;
    int number = -1;
    pthread_mutex_lock(&team->lock);
    if (atomic_load_explicit(&team->summing, memory_order_relaxed)) number = team->helpers++;
    if (++team->ended == team->size) {
        atomic_store(&team->flushing, 1);
        pthread_cond_broadcast(&team->changed);
    }
    pthread_mutex_unlock(&team->lock);
    if (number < 0) return;
    for (look_t look = {0}; !atomic_load(&team->flushing) && look_again(&look);) {}
    pthread_mutex_lock(&team->lock);
    while (!atomic_load(&team->flushing)) pthread_cond_wait(&team->changed, &team->lock);
    pthread_mutex_unlock(&team->lock);
    if (!atomic_load(&team->failed))
        add_sums(team, 0, TABLES, (uint64_t)number, (uint64_t)team->helpers);
}

/* Behind a region within a region: its sums become sums of the thread that has begun it, since others
   of that thread's team add meanwhile. */
static void hand_up_sums(team_t *team) {
    own_t *outer = team->active > 1 && team->sums != NULL ? own_sums() : NULL;
    for (int at = 0; outer != NULL && at < TABLES * team->size; at++) {
        if (team->sums[at / TABLES] == NULL) continue;
        sums_t *sums = &team->sums[at / TABLES]->tables[at % TABLES];
        sums_t *into = &outer->tables[at % TABLES];
        void (*hand_up)(sums_t *, uint64_t, uint64_t, uint64_t) =
            sums->kind == F64 ? hand_up_f64 : hand_up_f32;
        uint64_t first = sums->whole.first, end = first + sums->whole.bytes;
        if (sums->whole.distance != 0) hand_up(into, first, end, sums->whole.distance);
        for (uint64_t k = 0; sums->used > 0 && k <= sums->mask; k++) {
            const slot_t *slot = &sums->slots[k];
            if (slot->place != 0) hand_up(into, slot->place, slot->place + BLOCK, slot->distance);
        }
    }
}

static void drop_sums(team_t *team) {
    for (int at = 0; team->sums != NULL && at < TABLES * team->size; at++) {
        if (team->sums[at / TABLES] == NULL) continue;
        sums_t *sums = &team->sums[at / TABLES]->tables[at % TABLES];
        if (sums->whole.distance != 0) give_room_back(numbers(sums->whole.first, sums->whole.distance));
        free(sums->slots);
        for (slab_t *slab = sums->slabs, *next; slab != NULL; slab = next) {
            next = slab->next;
            give_room_back(slab);
        }
    }
    for (int at = 0; team->sums != NULL && at < team->size; at++) free(team->sums[at]);
    free(team->sums);
    end_owners(team);
}

/* How many bytes of private sums each thread of the next region may keep. */
void rz_omp_bound(uint64_t limit) { self.limit = limit; }
