/* Barriers, critical sections, reductions, and their reverse (included by openmp.c). */

void rz_omp_barrier(void) {
    team_t *team = self.team;
    if (team == NULL || team->size == 1) return;
    check(team);
    int phase = atomic_load(&team->phase);
    if (atomic_fetch_add(&team->arrived, 1) == team->size - 1) {
        add_sums_at_barrier(team);
        atomic_store(&team->arrived, 0);
        atomic_fetch_add(&team->phase, 1);
        wake(team);
        return;
    }
    look_t look = {0};
    while (look_again(&look))
        if (atomic_load(&team->phase) != phase) return;
    pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->phase) == phase && !atomic_load(&team->failed))
        pthread_cond_wait(&team->changed, &team->lock);
    pthread_mutex_unlock(&team->lock);
    if (atomic_load(&team->phase) == phase) check(team);
}

/* The name of a critical section is memory of 32 bytes, zero at first. */
static void take(_Atomic int *name, team_t *team) {
    for (look_t look = {0};;) {
        int none = 0;
        if (atomic_compare_exchange_weak_explicit(name, &none, 1, memory_order_acquire,
                                                  memory_order_relaxed))
            return;
        if (team != NULL) check(team);
        look_or_nap(&look);
    }
}

int64_t rz_omp_enter(void *name) {
    team_t *team = self.team;
    take(name, team);
    return team == NULL || team->size == 1 ? -1 : atomic_fetch_add(&team->events, 1);
}

int64_t rz_omp_leave(void *name) {
    team_t *team = self.team;
    int64_t event = team == NULL || team->size == 1 ? -1 : atomic_fetch_add(&team->events, 1);
    atomic_store_explicit((_Atomic int *)name, 0, memory_order_release);
    return event;
}

/* A reduction is a critical section that the threads enter in the order of their numbers. All of a
   team come to the same reductions. */
int64_t rz_omp_reduce(void *name) {
    team_t *team = self.team;
    if (team != NULL && team->size > 1) {
        uint64_t turn = self.reductions++ * (uint64_t)team->size + (uint64_t)self.number;
        for (look_t look = {0}; atomic_load(&team->reduced) != turn;) {
            if (look_again(&look)) continue;
            pthread_mutex_lock(&team->lock);
            while (atomic_load(&team->reduced) != turn && !atomic_load(&team->failed))
                pthread_cond_wait(&team->changed, &team->lock);
            pthread_mutex_unlock(&team->lock);
            if (atomic_load(&team->reduced) != turn) check(team);
        }
    }
    return rz_omp_enter(name);
}

int64_t rz_omp_reduced(void *name) {
    team_t *team = self.team;
    int64_t event = rz_omp_leave(name);
    if (team != NULL && team->size > 1) {
        atomic_fetch_add(&team->reduced, 1);
        wake(team);
    }
    return event;
}

/* Waits until the number of events is `from`, and makes it `to`. */
static void moved(int64_t from, int64_t to) {
    team_t *team = self.team;
    if (team == NULL) return;
    for (look_t look = {0}; atomic_load(&team->events) != from;) {
        if (look_again(&look)) continue;
        pthread_mutex_lock(&team->lock);
        while (atomic_load(&team->events) != from && !atomic_load(&team->failed))
            pthread_cond_wait(&team->changed, &team->lock);
        pthread_mutex_unlock(&team->lock);
        if (atomic_load(&team->events) != from) check(team);
    }
    pthread_mutex_lock(&team->lock);
    atomic_store(&team->events, to);
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

/* In a reverse sweep: waits until all later events are undone, and undoes this one. */
void rz_omp_turn(int64_t event) {
    if (event >= 0) moved(event + 1, event);
}

/* The same for the ends of a reduction. In between, the thread adds to memory at once. */
void rz_omp_turn_reduced(int64_t event) {
    if (event < 0) return;
    moved(event + 1, event);
    self.reducing = 1;
}

void rz_omp_turn_reduce(int64_t event) {
    if (event < 0) return;
    self.reducing = 0;
    moved(event + 1, event);
}

/* In a pass over a tape in the order of the program: events in the order in which they happened. */
void rz_omp_follow(int64_t event) {
    if (event >= 0) moved(event, event + 1);
}

/* The first thread does what one thread is to do: so it is the same in every run. */
int __kmpc_single(void *where, int thread) { return (void)where, (void)thread, self.number == 0; }
