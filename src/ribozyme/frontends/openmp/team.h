/* Teams, threads, and what they know; how a thread leaves its team, and waits for others (included by openmp.c). */

enum { RING = 8, MOST_ARGS = 64, MOST_THREADS = 1024, MOST_TEAMS = 1023 };

typedef void (*body_t)(void *, int);

/* A worksharing loop with a schedule that is decided while it runs. */
typedef struct {
    _Atomic uint64_t serial;  /* which loop of the team, 0 for none */
    _Atomic uint64_t next;    /* the first iteration that nobody has */
    _Atomic uint64_t ordered; /* the iteration whose ordered region comes next */
    _Atomic int left;
} loop_t;

typedef struct own own_t;
typedef struct owners owners_t;

typedef struct team {
    int size, level, active;
    body_t body;
    void *data;
    struct team *parent;
    int parent_number;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    _Atomic int arrived, phase, running;
    _Atomic int64_t events;
    _Atomic uint64_t reduced; /* threads that have passed a reduction, over all reductions */
    uint64_t limit;           /* the most bytes of each thread's private sums */
    own_t **sums;             /* of each thread, NULL while nobody has asked */
    owners_t *owners;         /* of pages of memory */
    _Atomic int summing;      /* whether anybody has private sums */
    int ended, helpers;       /* threads at the end of the region; of those who add sums to memory */
    _Atomic int flushing;     /* all are there */
    loop_t loops[RING];
    _Atomic(void *) copied;
    _Atomic int place; /* among the teams that copy private variables, from 1; 0 for none */
    _Atomic int failed;
    void *thrown;
} team_t;

typedef struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    team_t *team; /* what to do next */
    int number;
    struct worker *next;
} worker_t;

/* What a thread knows of itself; the initial thread is a team of its own. */
typedef struct {
    team_t *team;
    int number, wanted; /* wanted: of num_threads, for the next region */
    uint64_t loops, reductions, limit;
    int reducing; /* in a reduction of the reverse sweep, where one thread is at a time */
    loop_t *loop; /* the loop that the thread is in, and its bounds */
    int kind, ordered;
    int64_t first, step;
    uint64_t trips, chunk, mine, iteration;
} self_t;

/* The workers of one thread's teams, and of those that it forks within a region. */
typedef struct crew {
    worker_t *first; /* number 1, then 2, … */
    struct crew *within;
} crew_t;

static _Thread_local self_t self;
static _Thread_local crew_t *crews;
static _Thread_local int depth; /* regions of several threads that this one has forked, and is in */
static pthread_key_t leaving;   /* gives back the crews of a thread that ends */
static _Atomic int64_t last_call;
static pthread_mutex_t pool = PTHREAD_MUTEX_INITIALIZER;
static worker_t *idle;
static _Atomic int asked_threads, asked_levels = 1, asked_dynamic;
static _Atomic int places[MOST_TEAMS];
static _Atomic int asked_kind = 1, asked_chunk;

/* ---- failures ------------------------------------------------------------------------------ */

typedef struct thrown {
    uint64_t kind;
    void (*drop)(int, struct thrown *);
    uint64_t own[2];
    int code;
    const char *message;
} thrown_t;

extern int _Unwind_RaiseException(void *);
extern void _Unwind_DeleteException(void *);

static void dropped(int why, thrown_t *one) {
    (void)why;
    free(one);
}

static _Noreturn void leave_with(int code, const char *message) {
    thrown_t *one = calloc(1, sizeof *one);
    if (one != NULL) {
        one->kind = 5929343292995620165u; /* the class of Ribozyme's exceptions: "RIBOZYME" */
        one->drop = dropped;
        one->code = code;
        one->message = message;
        _Unwind_RaiseException(one);
    }
    fprintf(stderr, "ribozyme: %s\n", message);
    abort();
}

static _Noreturn void leave(const char *message) { leave_with(2, message); }

static void check(team_t *team) {
    if (atomic_load_explicit(&team->failed, memory_order_relaxed))
        leave("another thread of the team has left its region by an exception");
}

void rz_omp_end(void);

void rz_omp_failed(void *thrown) {
    while (self.team != NULL && self.team->body == NULL) rz_omp_end(); /* left in the middle */
    team_t *team = self.team;
    int none = 0;
    if (team != NULL && atomic_compare_exchange_strong(&team->failed, &none, 1))
        team->thrown = thrown;
    else
        _Unwind_DeleteException(thrown);
    if (team == NULL) return;
    pthread_mutex_lock(&team->lock);
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

/* ---- waiting ------------------------------------------------------------------------------- */

/* How long a thread looks for what it waits for before it sleeps: to be woken takes some 50 microseconds.
   OMP_WAIT_POLICY=passive makes it sleep at once. */
enum { PATIENCE = 500000 }; /* nanoseconds */

typedef struct {
    unsigned rounds;
    int64_t end;
} look_t;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int is_patient(void) {
    static _Atomic int known; /* 0: not yet, 1: it is, 2: it is not */
    if (atomic_load(&known) == 0) {
        const char *policy = getenv("OMP_WAIT_POLICY");
        atomic_store(&known, policy != NULL && strcasecmp(policy, "passive") == 0 ? 2 : 1);
    }
    return atomic_load(&known) == 1;
}

/* Whether to look again rather than sleep. Other threads get the processor meanwhile. */
static int look_again(look_t *look) {
    if (look->rounds == 0 && !is_patient()) return 0;
    if (++look->rounds % 16 != 0) {
        atomic_signal_fence(memory_order_seq_cst);
        return 1;
    }
    sched_yield();
    int64_t time = now();
    if (look->rounds == 16) look->end = time + PATIENCE;
    return time < look->end;
}

/* The same where nobody wakes the thread: it sleeps for a moment. */
static void look_or_nap(look_t *look) {
    if (look_again(look)) return;
    struct timespec moment = {0, 20000};
    nanosleep(&moment, NULL);
}

static void wake(team_t *team) {
    pthread_mutex_lock(&team->lock);
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}
