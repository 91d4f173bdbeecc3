/* Numbers of a thread's own, in which it adds for others' memory (included by sums.h). */

enum { F32, F64, KINDS };
enum { GROUPS = 8, AT_BARRIERS = KINDS * GROUPS, TABLES = AT_BARRIERS + KINDS };
enum { BLOCK = 1024, SLAB = 32, LEAST_SLOTS = 64, PAGE = 4096, AHEAD = 16 };
enum { STREAMS = 8, OFTEN = 8, REACH = 1024 };
enum { MOST_SPARE = 32 << 20 };
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
    uint64_t low, high;   /* the pages that were asked for */
    uint64_t last[STREAMS], jumps; /* blocks asked for, and how often the next was beside none */
    uint64_t asked;                /* how often */
    int oldest;                    /* of these blocks */
    struct own *own;
} sums_t;

/* All sums of a thread. */
typedef struct own {
    sums_t tables[TABLES];
    uint64_t bytes; /* of numbers of its own */
    int number;
    struct team *team;
} own_t;

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

/* ---- memory ------------------------------------------------------------------------------- */

/* Memory that regions use again: fresh memory would cost a page fault for each page in each. */
typedef struct spare {
    _Alignas(64) struct spare *next;
    uint64_t bytes;
} spare_t;

static spare_t *spares;
static uint64_t all_spare; /* bytes */

/* So many bytes; NULL where there is no memory. */
static void *room(uint64_t bytes) {
    pthread_mutex_lock(&pool);
    spare_t **at = &spares;
    while (*at != NULL && ((*at)->bytes < bytes || (*at)->bytes / 4 > bytes)) at = &(*at)->next;
    spare_t *found = *at;
    if (found != NULL) {
        *at = found->next;
        all_spare -= found->bytes;
    }
    pthread_mutex_unlock(&pool);
    if (found == NULL) {
        found = aligned_alloc(_Alignof(spare_t), (sizeof *found + bytes + 63) / 64 * 64);
        if (found == NULL) return NULL;
        found->bytes = bytes;
    }
    return found + 1;
}

/* The same of zeros. All of it is in the cache then, where it fits. */
static void *zeros(uint64_t bytes) {
    void *found = room(bytes);
    return found == NULL ? NULL : memset(found, 0, bytes);
}

static void give_room_back(void *memory) {
    spare_t *one = (spare_t *)memory - 1;
    pthread_mutex_lock(&pool);
    int kept = all_spare + one->bytes <= MOST_SPARE;
    if (kept) {
        one->next = spares;
        spares = one;
        all_spare += one->bytes;
    }
    pthread_mutex_unlock(&pool);
    if (!kept) free(one);
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
            next = room(sizeof *next);
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
