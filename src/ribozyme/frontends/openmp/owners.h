/* Which thread of a team adds to a page of memory itself (included by sums.h). */

/* Who owns pages: an era, the page's address and a thread's number + 1, or NOBODY, in one word. Words
   of other eras are empty, and so a table serves one team after the other. */
struct owners {
    struct owners *next;
    uint64_t era, used, taken; /* words of this era, and those with an owner */
    _Atomic uint64_t words[PAGES];
};

static owners_t *spare_owners;

/* Gives the team a table, if there is memory for one. The lock of the team is held. */
static int begin_owners(team_t *team) {
    if (team->owners != NULL) return 1;
    pthread_mutex_lock(&pool);
    owners_t *found = spare_owners;
    if (found != NULL) spare_owners = found->next;
    pthread_mutex_unlock(&pool);
    if (found == NULL) found = calloc(1, sizeof *found);
    if (found == NULL) return 0;
    if (++found->era >> (64 - ADDRESS)) {
        memset(found, 0, sizeof *found);
        found->era = 1;
    }
    found->used = found->taken = 0;
    __atomic_store_n(&team->owners, found, __ATOMIC_RELEASE);
    return 1;
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

/* Whose a word says that a page is: the number of a thread, NOBODY's, or -1 if it is empty. */
static int said(owners_t *owners, uint64_t word) {
    if (word >> ADDRESS != owners->era) return -1;
    return (word & (PAGE - 1)) == NOBODY ? NOBODY : (int)(word & (PAGE - 1)) - 1;
}

/* The same of a page. */
static int owner(owners_t *owners, uint64_t page) {
    return owners == NULL ? -1 : said(owners, atomic_load(word_of(owners, page)));
}

/* The same, and the thread's own from now on where it has no word. The lock of the team is held. */
static int claim(own_t *own, uint64_t page) {
    if (page >> ADDRESS) return NOBODY;
    owners_t *owners = own->team->owners;
    _Atomic uint64_t *at = word_of(owners, page);
    int found = said(owners, atomic_load(at));
    if (found >= 0) return found;
    uint64_t limit = own->team->limit / 2 / PAGE;
    found = owners->taken < (limit < MOST_PAGES ? limit : MOST_PAGES) ? own->number : NOBODY;
    if (owners->used == PAGES / 4 * 3) return NOBODY; /* then no more are taken, either */
    uint64_t word = (uint64_t)(found == NOBODY ? NOBODY : found + 1);
    atomic_store_explicit(at, owners->era << ADDRESS | page | word, memory_order_release);
    owners->used++;
    owners->taken += found != NOBODY;
    return found;
}

/* Makes all pages of a range the thread's own, if none is another's and there are not too many: the
   number of the thread, or else whose the first other is. */
static int claim_all(own_t *own, uint64_t low, uint64_t high) {
    int found = own->number;
    pthread_mutex_lock(&own->team->lock);
    if (!begin_owners(own->team)) found = NOBODY;
    for (uint64_t page = low; found == own->number && page < high; page += PAGE) {
        int whose = owner(own->team->owners, page);
        if (whose >= 0) found = whose;
    }
    for (uint64_t page = low; found == own->number && page < high; page += PAGE) found = claim(own, page);
    pthread_mutex_unlock(&own->team->lock);
    return found;
}

/* Moves the run to a range of the thread's own pages. Where that goes on from the run, it becomes both
   together, and some pages beside the range. */
static void grow_run(sums_t *sums, uint64_t low, uint64_t high) {
    own_t *own = sums->own;
    uint64_t first = sums->run.first, end = first + sums->run.bytes;
    uint64_t pages = sums->run.bytes / PAGE, more = pages < AHEAD ? pages : AHEAD;
    if (low <= end && high >= first) {
        pthread_mutex_lock(&own->team->lock);
        for (uint64_t k = 0; low < first && k < more && claim(own, low - PAGE) == own->number; k++) low -= PAGE;
        for (uint64_t k = 0; high > end && k < more && claim(own, high) == own->number; k++) high += PAGE;
        pthread_mutex_unlock(&own->team->lock);
        if (low > first) low = first;
        if (high < end) high = end;
    }
    sums->run = (window_t){low, high - low, 0};
}

/* The same, if they can be the thread's own: claim_all's. */
static int claim_run(sums_t *sums, uint64_t low, uint64_t high) {
    int found = claim_all(sums->own, low, high);
    if (found == sums->own->number) grow_run(sums, low, high);
    return found;
}

/* Who adds to a page itself. What comes first to it gets it, and some pages beside it if it has those
   on the other side. */
static int owner_now(sums_t *sums, uint64_t page) {
    own_t *own = sums->own;
    int found = owner(__atomic_load_n(&own->team->owners, __ATOMIC_ACQUIRE), page);
    if (found >= 0 && found != own->number) return found;
    uint64_t end = sums->run.first + sums->run.bytes;
    if (found >= 0 && page != end && page + PAGE != sums->run.first) {
        sums->run = (window_t){page, PAGE, 0};
        return found;
    }
    return claim_run(sums, page, page + PAGE);
}

/* Whether a page of a range is known to be another's. No lock is needed to know. */
static int has_others(const own_t *own, uint64_t low, uint64_t high) {
    owners_t *owners = __atomic_load_n(&own->team->owners, __ATOMIC_ACQUIRE);
    int others = 0;
    for (uint64_t page = low; !others && page < high; page += PAGE) {
        int found = owner(owners, page);
        others = found >= 0 && found != own->number;
    }
    return others;
}
