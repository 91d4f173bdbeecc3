/* Regions: bodies that each thread of a team runs (included by openmp.c). */

/* Calls body(data, number) in each thread of a team of n; gives the number of events after it. */
int64_t rz_omp_run(body_t body, void *data, int n, int64_t events) {
    self_t outer = self;
    worker_t *one = n > 1 ? crew(n - 1) : NULL;
    if (n > 1 && one == NULL) leave("no more threads can be started");
    team_t team = {.size = n, .body = body, .data = data, .parent = outer.team};
    team.parent_number = outer.number;
    team.limit = outer.limit;
    team.level = (outer.team == NULL ? 0 : outer.team->level) + 1;
    team.active = (outer.team == NULL ? 0 : outer.team->active) + (n > 1);
    pthread_mutex_init(&team.lock, NULL);
    pthread_cond_init(&team.changed, NULL);
    atomic_store(&team.events, events);
    atomic_store(&team.running, n - 1);
    for (int k = 1; k < n; k++, one = one->next) {
        pthread_mutex_lock(&one->lock);
        one->number = k;
        __atomic_store_n(&one->team, &team, __ATOMIC_RELEASE);
        pthread_cond_signal(&one->changed);
        pthread_mutex_unlock(&one->lock);
    }
    begin(&team, 0);
    depth += n > 1;
    body(data, 0);
    depth -= n > 1;
    add_sums_at_end(&team);
    for (look_t look = {0}; atomic_load(&team.running) > 0 && look_again(&look);) {}
    pthread_mutex_lock(&team.lock);
    while (atomic_load(&team.running) > 0) pthread_cond_wait(&team.changed, &team.lock);
    pthread_mutex_unlock(&team.lock);
    self = outer;
    self.wanted = 0;
    if (!atomic_load(&team.failed)) hand_up_sums(&team);
    drop_sums(&team);
    if (atomic_load(&team.place)) atomic_store(&places[atomic_load(&team.place) - 1], 0);
    pthread_mutex_destroy(&team.lock);
    pthread_cond_destroy(&team.changed);
    if (atomic_load(&team.failed)) {
        _Unwind_RaiseException(team.thrown);
        abort();
    }
    return atomic_load(&team.events);
}

#define A4 void *, void *, void *, void *
#define A16 A4, A4, A4, A4
#define G4(k) a[k], a[(k) + 1], a[(k) + 2], a[(k) + 3]
#define G16(k) G4(k), G4((k) + 4), G4((k) + 8), G4((k) + 12)

/* A region whose if clause is false, where the compiler has put its code in place: a team of one. */
typedef struct {
    self_t outer;
    team_t team;
} alone_t;

void rz_omp_begin(void) {
    alone_t *one = calloc(1, sizeof *one);
    if (one == NULL) abort();
    one->outer = self;
    one->team.size = 1;
    one->team.parent = self.team;
    one->team.parent_number = self.number;
    one->team.level = (self.team == NULL ? 0 : self.team->level) + 1;
    one->team.active = self.team == NULL ? 0 : self.team->active;
    begin(&one->team, 0);
}

void rz_omp_end(void) {
    alone_t *one = (alone_t *)((char *)self.team - offsetof(alone_t, team));
    self = one->outer;
    free(one);
}

void __kmpc_serialized_parallel(void *where, int thread) {
    (void)where, (void)thread;
    rz_omp_begin();
}

void __kmpc_end_serialized_parallel(void *where, int thread) {
    (void)where, (void)thread;
    rz_omp_end();
}

typedef struct {
    void (*outlined)(void);
    int count;
    void *args[MOST_ARGS];
} call_t;

typedef void few_t(int *, int *, A16);
typedef void many_t(int *, int *, A16, A16, A16, A16);

/* A function may be given more arguments than it takes: the caller cleans up. */
static void call_outlined(void *given, int number) {
    call_t *c = given;
    int thread = number, bound = 0;
    void **a = c->args;
    if (c->count <= 16) {
        ((few_t *)c->outlined)(&thread, &bound, G16(0));
        return;
    }
    ((many_t *)c->outlined)(&thread, &bound, G16(0), G16(16), G16(32), G16(48));
}

static void fork_team(int threads, int count, void (*outlined)(void), va_list args) {
    call_t call = {.outlined = outlined, .count = count};
    if (count > MOST_ARGS) {
        fprintf(stderr, "ribozyme: a parallel region shares more than %d variables\n", MOST_ARGS);
        abort();
    }
    for (int k = 0; k < count; k++) call.args[k] = va_arg(args, void *);
    rz_omp_run(call_outlined, &call, rz_omp_team(threads), 0);
}

void rz_omp_fork(int threads, int count, void (*outlined)(void), ...) {
    va_list args;
    va_start(args, outlined);
    fork_team(threads, count, outlined, args);
    va_end(args);
}

void __kmpc_fork_call(void *where, int count, void (*outlined)(void), ...) {
    (void)where;
    va_list args;
    va_start(args, outlined);
    fork_team(self.wanted, count, outlined, args);
    va_end(args);
}

void __kmpc_push_num_threads(void *where, int thread, int n) {
    (void)where, (void)thread;
    self.wanted = n;
}
