/* Worksharing with schedules that are decided while a loop runs, and ordered loops (included by openmp.c). */

static int scheduled(const char **rest) {
    const char *said = getenv("OMP_SCHEDULE");
    if (said == NULL) return 0;
    const char *colon = strchr(said, ':');
    if (colon != NULL) said = colon + 1;
    const char *comma = strchr(said, ',');
    *rest = comma == NULL ? NULL : comma + 1;
    if (strncmp(said, "dynamic", 7) == 0) return DYNAMIC;
    if (strncmp(said, "guided", 6) == 0) return GUIDED;
    return STATIC;
}

static void begin_loop(int kind, int64_t lower, int64_t upper, int64_t step, int64_t chunk,
                       int is_unsigned) {
    team_t *team = self.team;
    kind &= 0xffff;
    self.ordered = kind > 2 * ORDERED; /* plain kinds are below 64, ordered ones above */
    if (self.ordered) kind -= ORDERED;
    if (kind == RUNTIME) {
        const char *rest = NULL;
        int said = scheduled(&rest);
        kind = said ? said : (atomic_load(&asked_kind) & 7) + STATIC - 1;
        chunk = said ? (rest == NULL ? 0 : strtol(rest, NULL, 10)) : atomic_load(&asked_chunk);
    }
    if (kind == AUTO) kind = STATIC;
    self.kind = kind;
    self.first = lower;
    self.step = step;
    self.trips = trips_of(lower, upper, step, is_unsigned);
    self.chunk = chunk > 0 ? (uint64_t)chunk : 1;
    self.mine = 0;
    self.loop = NULL;
    uint64_t n = (uint64_t)team_size();
    if (kind == STATIC && chunk <= 0) self.chunk = (self.trips + n - 1) / n;
    if (self.chunk == 0) self.chunk = 1;
    if (team == NULL || team->size == 1) {
        self.chunk = self.trips ? self.trips : 1;
        self.kind = STATIC;
        return;
    }
    if (kind == STATIC || kind == STATIC_CHUNKED) {
        self.kind = STATIC;
        if (!self.ordered) return;
    }
    uint64_t serial = ++self.loops;
    loop_t *loop = &team->loops[serial % RING];
    for (look_t look = {0};;) { /* the first one in opens the loop, when all have left its place */
        uint64_t seen = atomic_load(&loop->serial);
        if (seen == serial) break;
        if (seen == 0) {
            uint64_t none = 0;
            pthread_mutex_lock(&team->lock);
            if (atomic_load(&loop->serial) == none) {
                atomic_store(&loop->next, 0);
                atomic_store(&loop->ordered, 0);
                atomic_store(&loop->left, 0);
                atomic_store(&loop->serial, serial);
            }
            pthread_mutex_unlock(&team->lock);
            continue;
        }
        check(team);
        look_or_nap(&look);
    }
    self.loop = loop;
}

static void end_loop(void) {
    loop_t *loop = self.loop;
    if (loop == NULL) return;
    self.loop = NULL;
    if (atomic_fetch_add(&loop->left, 1) == self.team->size - 1) atomic_store(&loop->serial, 0);
}

/* The next chunk: its first iteration and how many; 0 where nothing is left. */
static uint64_t next_chunk(uint64_t *first) {
    uint64_t trips = self.trips, n = (uint64_t)team_size();
    if (self.kind == STATIC) {
        uint64_t at = (self.mine++ * n + (uint64_t)self.number) * self.chunk;
        if (at >= trips) {
            end_loop();
            return 0;
        }
        *first = at;
        return trips - at < self.chunk ? trips - at : self.chunk;
    }
    loop_t *loop = self.loop;
    if (loop == NULL) return 0;
    uint64_t at = atomic_load(&loop->next), count;
    do {
        if (at >= trips) {
            end_loop();
            return 0;
        }
        uint64_t rest = trips - at;
        count = self.kind == GUIDED ? (rest + 2 * n - 1) / (2 * n) : self.chunk;
        if (count < self.chunk) count = self.chunk;
        if (count > rest) count = rest;
    } while (!atomic_compare_exchange_weak(&loop->next, &at, at + count));
    *first = at;
    return count;
}

#define DISPATCH(suffix, type, step_type, is_unsigned)                                           \
    void __kmpc_dispatch_init_##suffix(void *where, int thread, int kind, type lower, type upper, \
                                       step_type step, step_type chunk) {                        \
        (void)where, (void)thread;                                                               \
        begin_loop(kind, (int64_t)lower, (int64_t)upper, step, chunk, is_unsigned);              \
    }                                                                                            \
    int __kmpc_dispatch_next_##suffix(void *where, int thread, int *last, type *lower,           \
                                      type *upper, step_type *stride) {                          \
        (void)where, (void)thread;                                                               \
        uint64_t first = 0, count = next_chunk(&first);                                          \
        if (count == 0) return 0;                                                                \
        self.iteration = first;                                                                  \
        uint64_t low = (uint64_t)self.first, step = (uint64_t)self.step;                         \
        *lower = (type)(low + first * step);                                                     \
        *upper = (type)(low + (first + count) * step - step);                                    \
        if (stride != NULL) *stride = (step_type)self.step;                                      \
        if (last != NULL) *last = first + count == self.trips;                                   \
        return 1;                                                                                \
    }

DISPATCH(4, int32_t, int32_t, 0)
DISPATCH(4u, uint32_t, int32_t, 1)
DISPATCH(8, int64_t, int64_t, 0)
DISPATCH(8u, uint64_t, int64_t, 1)

/* Waits until all iterations before the thread's own are through. */
static void wait_for_order(loop_t *loop) {
    team_t *team = self.team;
    for (look_t look = {0}; atomic_load(&loop->ordered) != self.iteration;) {
        if (look_again(&look)) continue;
        pthread_mutex_lock(&team->lock);
        while (atomic_load(&loop->ordered) != self.iteration && !atomic_load(&team->failed))
            pthread_cond_wait(&team->changed, &team->lock);
        pthread_mutex_unlock(&team->lock);
        if (atomic_load(&loop->ordered) != self.iteration) check(team);
    }
}

int64_t rz_omp_ordered(void) {
    team_t *team = self.team;
    if (self.loop == NULL || !self.ordered) return -1;
    wait_for_order(self.loop);
    return atomic_fetch_add(&team->events, 1);
}

int64_t rz_omp_ordered_end(void) {
    team_t *team = self.team;
    if (self.loop == NULL || !self.ordered) return -1;
    return atomic_fetch_add(&team->events, 1);
}

/* The end of an iteration of an ordered loop, whether it had an ordered region or not. */
void rz_omp_iterated(void) {
    if (self.loop == NULL || !self.ordered) return;
    wait_for_order(self.loop);
    atomic_store(&self.loop->ordered, ++self.iteration);
    wake(self.team);
}
