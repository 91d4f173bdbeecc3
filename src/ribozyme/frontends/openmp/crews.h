/* The threads that a thread forks teams with, and how many it gets (included by openmp.c). */

static int processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

static int clamped(long n) { return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int)n; }

static int most_threads(void) {
    int asked = atomic_load(&asked_threads);
    if (asked > 0) return asked;
    const char *said = getenv("OMP_NUM_THREADS");
    if (said != NULL && *said >= '1' && *said <= '9') return clamped(strtol(said, NULL, 10));
    return clamped(processors());
}

/* How many threads the next region gets; `wanted` is its num_threads clause, or 0. */
int rz_omp_team(int wanted) {
    team_t *team = self.team;
    if (team != NULL && team->active >= atomic_load(&asked_levels)) return 1;
    return wanted > 0 ? clamped(wanted) : most_threads();
}

/* Whether a team of so many would be one thread, while no other thread of a team runs. */
int rz_omp_alone(int size) { return size == 1 && (self.team == NULL || self.team->active == 0); }

static void begin(team_t *team, int number) {
    self_t fresh = {.team = team, .number = number};
    self = fresh;
}

static void finished(team_t *team) {
    /* Under the lock: the master frees the team once it has seen nobody run. */
    pthread_mutex_lock(&team->lock);
    if (atomic_fetch_sub(&team->running, 1) == 1) pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

static void *work(void *given) {
    worker_t *own = given;
    for (;;) {
        for (look_t look = {0}; __atomic_load_n(&own->team, __ATOMIC_ACQUIRE) == NULL && look_again(&look);) {}
        pthread_mutex_lock(&own->lock);
        while (own->team == NULL) pthread_cond_wait(&own->changed, &own->lock);
        team_t *team = own->team;
        int number = own->number;
        __atomic_store_n(&own->team, NULL, __ATOMIC_RELAXED);
        pthread_mutex_unlock(&own->lock);
        begin(team, number);
        team->body(team->data, number);
        add_sums_at_end(team);
        begin(NULL, 0);
        finished(team);
    }
    return NULL;
}

static void forget(void) { /* in the child of a fork: no worker came along */
    idle = NULL;
    crews = NULL;
    pthread_setspecific(leaving, NULL);
    pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    pool = fresh;
}

static void give_back(void *given) {
    crew_t *one = given;
    pthread_mutex_lock(&pool);
    while (one != NULL) {
        crew_t *within = one->within;
        while (one->first != NULL) {
            worker_t *next = one->first->next;
            one->first->next = idle;
            idle = one->first;
            one->first = next;
        }
        free(one);
        one = within;
    }
    pthread_mutex_unlock(&pool);
    crews = NULL;
}

static void prepare(void) {
    pthread_atfork(NULL, NULL, forget);
    if (pthread_key_create(&leaving, give_back)) abort();
}

static worker_t *worker(void) {
    pthread_mutex_lock(&pool);
    worker_t *found = idle;
    if (found != NULL) idle = found->next;
    pthread_mutex_unlock(&pool);
    if (found != NULL) {
        found->next = NULL;
        return found;
    }
    found = calloc(1, sizeof *found);
    if (found == NULL) return NULL;
    pthread_mutex_init(&found->lock, NULL);
    pthread_cond_init(&found->changed, NULL);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, (size_t)8 << 20);
    sigset_t all, before; /* signals are the process's own threads' business */
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&found->thread, &attr, work, found);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    if (!failed) return found;
    free(found);
    return NULL;
}

/* The first of the workers for the next team of this thread, at least so many. */
static worker_t *crew(int others) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    crew_t **here = &crews;
    for (int k = 0; k < depth && *here != NULL; k++) here = &(*here)->within;
    if (*here == NULL) {
        *here = calloc(1, sizeof **here);
        if (*here == NULL) return NULL;
        pthread_setspecific(leaving, crews);
    }
    worker_t **place = &(*here)->first;
    for (int k = 0; k < others; k++) {
        if (*place == NULL) *place = worker();
        if (*place == NULL) return NULL;
        place = &(*place)->next;
    }
    return (*here)->first;
}

/* A number for each call of a derivative that has threads, by which they know the call. */
int64_t rz_omp_call(void) { return atomic_fetch_add(&last_call, 1) + 1; }

/* A number that no other team has meanwhile, for what is shared by its threads alone. */
int rz_omp_place(void) {
    team_t *team = self.team;
    if (team == NULL || team->size == 1) return MOST_TEAMS; /* nobody to share with */
    int place = atomic_load(&team->place);
    if (place) return place - 1;
    pthread_mutex_lock(&team->lock);
    place = atomic_load(&team->place);
    for (int k = 0, none = 0; place == 0 && k < MOST_TEAMS; k++, none = 0)
        if (atomic_compare_exchange_strong(&places[k], &none, 1)) place = k + 1;
    atomic_store(&team->place, place);
    pthread_mutex_unlock(&team->lock);
    if (place == 0) leave("too many teams copy private variables at the same time");
    return place - 1;
}
