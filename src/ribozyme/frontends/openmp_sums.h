/* What threads add to memory that others add to, without atomic operations (included by openmp.c).

     sums      what a thread adds to one group of places, numbers of one kind. A derivative adds to
               its window without asking, and asks here for places outside (rz_omp_add_missed_).
     window    a range of memory, and where the thread adds for it: there, or to numbers of its own.
     owner     of a page: the thread that came to it first adds to memory itself, and to pages beside
               it, unless the order of additions is fixed. Beyond a number of pages all add
               atomically, and so the numbers of a thread's own are bounded.
     block     1024 bytes of numbers of a thread's own, for a block of another's page.
     whole     one window for all places of a group. It is made once the thread has asked so often
               that it costs less than to ask on: so a single pass over an array makes none.

   At the end of a region the threads add their own numbers to memory, each those of other pages, in
   the order of the threads. So are the numbers of rz_omp_add_f64, but at the next barrier, for
   memory that the region also writes. */

enum { F32, F64, KINDS };
enum { GROUPS = 8, AT_BARRIERS = KINDS * GROUPS, TABLES = AT_BARRIERS + KINDS };
enum { BLOCK = 1024, SLAB = 32, LEAST_SLOTS = 64, PAGE = 4096, AHEAD = 16, OFTEN = 8 };
enum { PAGES = 1 << 17, MOST_PAGES = PAGES / 4, TOGETHER = 16, NOBODY = PAGE - 1, ADDRESS = 48 };

/* What derivatives know of sums, and copy into registers (backend/runtime/team.ll). */
typedef struct {
    uint64_t first, bytes; /* of memory, from an address on */
    uint64_t distance;     /* how far from a place the thread adds; 0 in memory itself */
} window_t;

typedef struct {
    uint64_t place; /* the address of a block, 0 for an empty slot */
    uint64_t distance;
} slot_t;

typedef struct slab {
    struct slab *next;
    double numbers[SLAB][BLOCK / sizeof(double)];
} slab_t;

typedef struct sums {
    window_t window; /* the last; first, since derivatives read it */
    window_t whole;
    window_t run; /* pages in a row that the thread owns */
    slot_t *slots; /* a hash table of blocks */
    uint64_t mask, used;
    slab_t *slabs, *slab; /* all of them, and the one whose blocks are handed out */
    int handed, kind, strict; /* strict: the order of additions is fixed */
    uint64_t asked, low, high; /* how often outside of `whole`, and the pages that were asked for */
    struct own *own;
} sums_t;

/* All sums of a thread. */
typedef struct own {
    sums_t tables[TABLES];
    uint64_t bytes; /* of numbers of its own */
    int number;
    struct team *team;
} own_t;

/* Who owns pages: an era, the page's address and a thread's number + 1, or NOBODY, in one word. Words
   of other eras are empty, and so a table serves one team after the other. */
struct owners {
    struct owners *next;
    uint64_t era, used, taken; /* words of this era, and those with an owner */
    _Atomic uint64_t words[PAGES];
};

static owners_t *spare_owners;
static sums_t no_sums[KINDS] = {{.window = {0, UINT64_MAX, 0}, .kind = F32},
                                {.window = {0, UINT64_MAX, 0}, .kind = F64}};

static size_t width(const sums_t *sums) {
    return sums->kind == F64 ? sizeof(double) : sizeof(float);
}

static void *numbers(uint64_t place, uint64_t distance) {
    return (void *)(uintptr_t)(place + distance);
}

static int is_within(const window_t *window, uint64_t where) {
    return where - window->first < window->bytes;
}

static _Noreturn void no_memory(void) {
    leave_with(1, "the private sums of a thread need more memory than there is, or the option memory says");
}

/* ---- blocks -------------------------------------------------------------------------------- */

static slot_t *slot_of(const sums_t *sums, uint64_t block) {
    static slot_t none;
    if (sums->used == 0) return &none;
    uint64_t at = (block / BLOCK * 0x9e3779b97f4a7c15u) >> 20 & sums->mask;
    while (sums->slots[at].place != 0 && sums->slots[at].place != block) at = (at + 1) & sums->mask;
    return &sums->slots[at];
}

static int grow(sums_t *sums) {
    sums_t larger = {.mask = sums->mask == 0 ? LEAST_SLOTS - 1 : 4 * sums->mask + 3, .used = 1};
    larger.slots = calloc(larger.mask + 1, sizeof *larger.slots);
    if (larger.slots == NULL) return 0;
    for (uint64_t at = 0; sums->used > 0 && at <= sums->mask; at++)
        if (sums->slots[at].place != 0) *slot_of(&larger, sums->slots[at].place) = sums->slots[at];
    free(sums->slots);
    sums->slots = larger.slots;
    sums->mask = larger.mask;
    return 1;
}

/* Zeros for another block. */
static void *fresh_block(sums_t *sums) {
    if (sums->slab == NULL || sums->handed == SLAB) {
        slab_t *next = sums->slab == NULL ? sums->slabs : sums->slab->next;
        if (next == NULL) {
            own_t *own = sums->own;
            uint64_t table = (sums->mask + 1) * sizeof *sums->slots;
            if (sums->strict && own->bytes + sizeof *next + table > own->team->limit) no_memory();
            next = malloc(sizeof *next);
            if (next == NULL) no_memory();
            next->next = NULL;
            own->bytes += sizeof *next;
            if (sums->slab == NULL)
                sums->slabs = next;
            else
                sums->slab->next = next;
        }
        sums->slab = next;
        sums->handed = 0;
    }
    return memset(sums->slab->numbers[sums->handed++], 0, BLOCK);
}

static window_t new_block(sums_t *sums, uint64_t block) {
    if (2 * (sums->used + 1) > sums->mask + 1 && !grow(sums)) no_memory();
    slot_t slot = {block, (uint64_t)(uintptr_t)fresh_block(sums) - block};
    sums->used++;
    *slot_of(sums, block) = slot;
    atomic_store_explicit(&sums->own->team->summing, 1, memory_order_relaxed);
    return (window_t){block, BLOCK, slot.distance};
}

/* ---- owners of pages ------------------------------------------------------------------------ */

static void begin_owners(team_t *team) {
    if (team->owners != NULL) return;
    pthread_mutex_lock(&pool);
    owners_t *found = spare_owners;
    if (found != NULL) spare_owners = found->next;
    pthread_mutex_unlock(&pool);
    if (found == NULL) found = calloc(1, sizeof *found);
    if (found == NULL) no_memory();
    if (++found->era >> (64 - ADDRESS)) {
        memset(found, 0, sizeof *found);
        found->era = 1;
    }
    found->used = found->taken = 0;
    __atomic_store_n(&team->owners, found, __ATOMIC_RELEASE);
}

static void end_owners(team_t *team) {
    if (team->owners == NULL) return;
    pthread_mutex_lock(&pool);
    team->owners->next = spare_owners;
    spare_owners = team->owners;
    pthread_mutex_unlock(&pool);
}

/* The word of a page, or an empty one for it. */
static _Atomic uint64_t *word_of(owners_t *owners, uint64_t page) {
    uint64_t group = page / (PAGE * TOGETHER) * 0x9e3779b97f4a7c15u >> 32;
    uint64_t at = (group * TOGETHER + page / PAGE % TOGETHER) & (PAGES - 1), word;
    while ((word = atomic_load(&owners->words[at])) >> ADDRESS == owners->era)
        if ((word << (64 - ADDRESS) >> (64 - ADDRESS) & -(uint64_t)PAGE) == page)
            break;
        else
            at = (at + 1) & (PAGES - 1);
    return &owners->words[at];
}

/* Whose a page is: the number of a thread, NOBODY's, or -1 where it has no word. */
static int owner(owners_t *owners, uint64_t page) {
    uint64_t word = owners == NULL ? 0 : atomic_load(word_of(owners, page));
    if (owners == NULL || word >> ADDRESS != owners->era) return -1;
    return (word & (PAGE - 1)) == NOBODY ? NOBODY : (int)(word & (PAGE - 1)) - 1;
}

/* The same, and the thread's own from now on where it has no word. The lock of the team is held. */
static int claim(own_t *own, uint64_t page) {
    owners_t *owners = own->team->owners;
    int found = page >> ADDRESS ? NOBODY : owner(owners, page);
    if (found >= 0) return found;
    uint64_t limit = own->team->limit / 2 / PAGE;
    found = owners->taken < (limit < MOST_PAGES ? limit : MOST_PAGES) ? own->number : NOBODY;
    if (owners->used == PAGES / 4 * 3) return NOBODY; /* then no more are taken, either */
    uint64_t word = (uint64_t)(found == NOBODY ? NOBODY : found + 1);
    atomic_store(word_of(owners, page), owners->era << ADDRESS | page | word);
    owners->used++;
    owners->taken += found != NOBODY;
    return found;
}

/* Who adds to a page itself. What comes first to it gets it, and some pages beside it if it has those
   on the other side. */
static int owner_now(sums_t *sums, uint64_t page) {
    own_t *own = sums->own;
    int found = owner(__atomic_load_n(&own->team->owners, __ATOMIC_ACQUIRE), page);
    if (found >= 0 && found != own->number) return found;
    pthread_mutex_lock(&own->team->lock);
    begin_owners(own->team);
    found = claim(own, page);
    if (found == own->number) {
        uint64_t low = sums->run.first, high = low + sums->run.bytes;
        uint64_t more = (high - low) / PAGE < AHEAD ? (high - low) / PAGE : AHEAD;
        if (page == high) {
            do high += PAGE;
            while (more-- > 0 && claim(own, high) == own->number);
        } else if (page + PAGE == low) {
            do low -= PAGE;
            while (more-- > 0 && claim(own, low - PAGE) == own->number);
        } else {
            low = page;
            high = page + PAGE;
        }
        sums->run = (window_t){low, high - low, 0};
    }
    pthread_mutex_unlock(&own->team->lock);
    return found;
}

/* Makes all pages of a range the thread's own, if none is another's. */
static int claim_all(own_t *own, uint64_t low, uint64_t high) {
    int free = 1;
    pthread_mutex_lock(&own->team->lock);
    begin_owners(own->team);
    for (uint64_t page = low; free && page < high; page += PAGE) {
        int found = owner(own->team->owners, page);
        free = found < 0 || found == own->number;
    }
    for (uint64_t page = low; free && page < high; page += PAGE)
        free = claim(own, page) == own->number;
    pthread_mutex_unlock(&own->team->lock);
    return free;
}

/* ---- where a thread adds --------------------------------------------------------------------- */

/* One window for all places that were asked for. */
static int make_whole(sums_t *sums) {
    own_t *own = sums->own;
    window_t before = sums->whole;
    uint64_t bytes = sums->high - sums->low, limit = own->team->limit;
    int had = before.distance != 0;
    sums->asked = 0;
    if (!sums->strict && own->team->active == 1 && !had && claim_all(own, sums->low, sums->high)) {
        sums->whole = (window_t){sums->low, bytes, 0};
        return 1;
    }
    if (!sums->strict) limit = (limit < (uint64_t)MOST_PAGES * 2 * PAGE ? limit : MOST_PAGES * 2 * PAGE) / 2;
    if (bytes > limit || own->bytes > limit - bytes) return 0;
    char *made = aligned_alloc(_Alignof(max_align_t), bytes);
    if (made == NULL) return 0;
    memset(made, 0, bytes);
    if (had) {
        void *old = numbers(before.first, before.distance);
        memcpy(made + (before.first - sums->low), old, before.bytes);
        own->bytes -= before.bytes;
        free(old);
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
    if (++sums->asked > OFTEN * ((sums->high - sums->low) / PAGE) && make_whole(sums)) {
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
    /* Adds the sums for some bytes to memory. Nothing is zero, and changes no -0.0. */          \
    static void settle_##suffix(uint64_t from, uint64_t end, uint64_t distance) {                \
        for (uint64_t at = from; at < end; at += sizeof(type)) {                                 \
            type *sum = (type *)(uintptr_t)(at + distance);                                      \
            if (*sum == 0) continue;                                                             \
            *(type *)(uintptr_t)at += *sum;                                                      \
            *sum = 0;                                                                            \
        }                                                                                        \
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
    for (int k = 0; k < SPINS && !atomic_load(&team->flushing); k++) pause_briefly(k);
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
        if (sums->whole.distance != 0) free(numbers(sums->whole.first, sums->whole.distance));
        free(sums->slots);
        for (slab_t *slab = sums->slabs, *next; slab != NULL; slab = next) {
            next = slab->next;
            free(slab);
        }
    }
    for (int at = 0; team->sums != NULL && at < team->size; at++) free(team->sums[at]);
    free(team->sums);
    end_owners(team);
}

/* How many bytes of private sums each thread of the next region may keep. */
void rz_omp_bound(uint64_t limit) { self.limit = limit; }
