/* Ribozyme's run time of OpenMP: teams of threads, worksharing, synchronisation and omp_ routines.

   clang and flang lower OpenMP to calls of __kmpc_ functions. Those that AD has to understand are
   rewritten to a few functions named rz_omp_ (openmpbodies.c); both are defined here.

     team      n threads that run one region; a thread's number in it is its logical number.
     region    rz_omp_run(body, data, n, events) calls body(data, number) in each of n threads.
     event     entering or leaving a critical section. A team numbers its events in the order in
               which they happen, and rz_omp_turn waits until one is the last that is not undone:
               so a reverse sweep passes through critical sections in the opposite order.
     reduction the threads combine their parts in the order of their numbers, so that sums of a
               static schedule are the same in every run.
     private sum
               what a thread adds to memory that others add to: openmp_sums.h.
     failure   a thread that a derivative's trap leaves (rz_omp_failed) ends its team: the others
               leave by an exception at their next wait, and rz_omp_run throws what was thrown
               first.

   A team always has as many threads as it was asked for, since the reverse sweep wants the team of
   the forward sweep. The workers that a thread forks a team with are its crew. They are kept, and
   have the same numbers in its next team: so each finds its threadprivate variables again, and the
   reverse sweep those of the forward sweep. After fork() the child has none. */

#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RING = 8, SPINS = 400, MOST_ARGS = 64, MOST_THREADS = 1024, MOST_TEAMS = 1023 };

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

static void pause_briefly(int round) {
    if (round % 16 == 15)
        sched_yield();
    else
        atomic_signal_fence(memory_order_seq_cst);
}

static void wake(team_t *team) {
    pthread_mutex_lock(&team->lock);
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

/* ---- private sums ---------------------------------------------------------------------------- */

#include "openmp_sums.h"

/* ---- teams --------------------------------------------------------------------------------- */

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
        pthread_mutex_lock(&own->lock);
        while (own->team == NULL) pthread_cond_wait(&own->changed, &own->lock);
        team_t *team = own->team;
        int number = own->number;
        own->team = NULL;
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
        one->team = &team;
        pthread_cond_signal(&one->changed);
        pthread_mutex_unlock(&one->lock);
    }
    begin(&team, 0);
    depth += n > 1;
    body(data, 0);
    depth -= n > 1;
    add_sums_at_end(&team);
    for (int k = 0; k < SPINS && atomic_load(&team.running) > 0; k++) pause_briefly(k);
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

/* ---- barriers, critical sections, single --------------------------------------------------- */

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
    for (int k = 0; k < SPINS; k++) {
        if (atomic_load(&team->phase) != phase) return;
        pause_briefly(k);
    }
    pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->phase) == phase && !atomic_load(&team->failed))
        pthread_cond_wait(&team->changed, &team->lock);
    pthread_mutex_unlock(&team->lock);
    if (atomic_load(&team->phase) == phase) check(team);
}

/* The name of a critical section is memory of 32 bytes, zero at first. */
static void take(_Atomic int *name, team_t *team) {
    for (int k = 0;; k++) {
        int none = 0;
        if (atomic_compare_exchange_weak_explicit(name, &none, 1, memory_order_acquire,
                                                  memory_order_relaxed))
            return;
        if (team != NULL) check(team);
        if (k > SPINS) {
            struct timespec moment = {0, 20000};
            nanosleep(&moment, NULL);
        } else {
            pause_briefly(k);
        }
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
        for (int k = 0; atomic_load(&team->reduced) != turn; k++) {
            if (k < SPINS) {
                pause_briefly(k);
                continue;
            }
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
    for (int k = 0; atomic_load(&team->events) != from; k++) {
        if (k < SPINS) {
            pause_briefly(k);
            continue;
        }
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

/* ---- worksharing: schedules that are known when a loop begins ------------------------------- */

enum { ORDERED = 32 }; /* what an ordered clause adds to a kind */
enum { STATIC_CHUNKED = 33, STATIC = 34, DYNAMIC = 35, GUIDED = 36, RUNTIME = 37, AUTO = 38 };

static int team_size(void) { return self.team == NULL ? 1 : self.team->size; }

static uint64_t trips_of(int64_t lower, int64_t upper, int64_t step, int is_unsigned) {
    if (is_unsigned) {
        uint64_t l = (uint64_t)lower, u = (uint64_t)upper;
        if (step > 0) return l > u ? 0 : (u - l) / (uint64_t)step + 1;
        return l < u ? 0 : (l - u) / -(uint64_t)step + 1;
    }
    if (step > 0) return lower > upper ? 0 : ((uint64_t)upper - (uint64_t)lower) / (uint64_t)step + 1;
    return lower < upper ? 0 : ((uint64_t)lower - (uint64_t)upper) / -(uint64_t)step + 1;
}

typedef struct {
    int64_t lower, upper, stride;
    int last;
} part_t;

static part_t part(int kind, int64_t lower, int64_t upper, int64_t step, int64_t chunk,
                   int is_unsigned) {
    uint64_t n = (uint64_t)team_size(), t = (uint64_t)self.number;
    uint64_t trips = trips_of(lower, upper, step, is_unsigned), one = (uint64_t)step;
    uint64_t low = (uint64_t)lower;
    part_t found = {lower, upper, step, 0};
    if (trips == 0) return found;
    if ((kind & 0xffff) == STATIC_CHUNKED) {
        uint64_t c = chunk > 0 ? (uint64_t)chunk : 1, span = c * one;
        found.lower = (int64_t)(low + span * t);
        found.upper = (int64_t)(low + span * t + span - one);
        found.stride = (int64_t)(span * n);
        found.last = t == (trips - 1) / c % n;
        return found;
    }
    found.stride = (int64_t)(trips * one);
    uint64_t each = trips / n, more = trips % n;
    uint64_t begin = t * each + (t < more ? t : more), count = each + (t < more);
    found.last = count > 0 && begin + count == trips;
    found.lower = (int64_t)(low + begin * one);
    found.upper = (int64_t)(low + (begin + count) * one - one);
    if (count == 0) { /* bounds between which there is nothing, that do not wrap */
        found.lower = (int64_t)(low + one);
        found.upper = lower;
    }
    return found;
}

#define STATIC_INIT(suffix, type, step_type, is_unsigned)                                        \
    void __kmpc_for_static_init_##suffix(void *where, int thread, int kind, int *last,           \
                                         type *lower, type *upper, step_type *stride,            \
                                         step_type step, step_type chunk) {                      \
        (void)where, (void)thread;                                                               \
        part_t p = part(kind, (int64_t)*lower, (int64_t)*upper, step, chunk, is_unsigned);       \
        *lower = (type)p.lower;                                                                  \
        *upper = (type)p.upper;                                                                  \
        *stride = (step_type)p.stride;                                                           \
        if (last != NULL) *last = p.last;                                                        \
    }

STATIC_INIT(4, int32_t, int32_t, 0)
STATIC_INIT(4u, uint32_t, int32_t, 1)
STATIC_INIT(8, int64_t, int64_t, 0)
STATIC_INIT(8u, uint64_t, int64_t, 1)

/* ---- worksharing: schedules that are decided while a loop runs ------------------------------ */

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
    for (int k = 0;; k++) { /* the first one in opens the loop, when all have left its place */
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
        pause_briefly(k);
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
    for (int k = 0; atomic_load(&loop->ordered) != self.iteration; k++) {
        if (k < SPINS) {
            pause_briefly(k);
            continue;
        }
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

/* ---- for code that Ribozyme did not compile: what backend/passes/openmp_bodies.ll has bodies for ------------- */

int __kmpc_global_thread_num(void *where) { return (void)where, self.number; }
void __kmpc_flush(void *where) {
    (void)where;
    atomic_thread_fence(memory_order_seq_cst);
}
void __kmpc_barrier(void *where, int thread) { (void)where, (void)thread, rz_omp_barrier(); }
void __kmpc_critical(void *where, int thread, void *name) {
    (void)where, (void)thread, (void)rz_omp_enter(name);
}
void __kmpc_critical_with_hint(void *where, int thread, void *name, unsigned hint) {
    (void)hint, __kmpc_critical(where, thread, name);
}
void __kmpc_end_critical(void *where, int thread, void *name) {
    (void)where, (void)thread, (void)rz_omp_leave(name);
}
int __kmpc_reduce_nowait(void *where, int thread, int count, size_t size, void *data,
                         void (*combine)(void *, void *), void *name) {
    (void)count, (void)size, (void)data, (void)combine;
    (void)where, (void)thread, (void)rz_omp_reduce(name);
    return 1;
}
int __kmpc_reduce(void *where, int thread, int count, size_t size, void *data,
                  void (*combine)(void *, void *), void *name) {
    return __kmpc_reduce_nowait(where, thread, count, size, data, combine, name);
}
void __kmpc_end_reduce_nowait(void *where, int thread, void *name) {
    (void)where, (void)thread, (void)rz_omp_reduced(name);
}
void __kmpc_end_reduce(void *where, int thread, void *name) {
    (void)where, (void)thread, (void)rz_omp_reduced(name);
    rz_omp_barrier();
}
int __kmpc_master(void *where, int thread) { return (void)where, (void)thread, self.number == 0; }
int __kmpc_masked(void *where, int thread, int chosen) {
    return (void)where, (void)thread, self.number == chosen;
}
void __kmpc_ordered(void *where, int thread) {
    (void)where, (void)thread, (void)rz_omp_ordered();
}
void __kmpc_end_ordered(void *where, int thread) {
    (void)where, (void)thread, (void)rz_omp_ordered_end();
}

#define NOTHING(name) \
    void __kmpc_##name(void *where, int thread) { (void)where, (void)thread; }
#define ITERATED(name) \
    void __kmpc_##name(void *where, int thread) { (void)where, (void)thread, rz_omp_iterated(); }

NOTHING(end_master)
NOTHING(end_masked)
NOTHING(end_single)
NOTHING(for_static_fini)
NOTHING(dispatch_deinit)
ITERATED(dispatch_fini_4)
ITERATED(dispatch_fini_4u)
ITERATED(dispatch_fini_8)
ITERATED(dispatch_fini_8u)

/* ---- what is not differentiated, but runs ---------------------------------------------------- */

void __kmpc_copyprivate(void *where, int thread, size_t size, void *data,
                        void (*copy)(void *, void *), int mine) {
    (void)where, (void)thread, (void)size;
    team_t *team = self.team;
    if (team == NULL || team->size == 1) return;
    if (mine) atomic_store(&team->copied, data);
    rz_omp_barrier();
    if (!mine) copy(data, atomic_load(&team->copied));
    rz_omp_barrier();
}

/* ---- routines --------------------------------------------------------------------------------- */

void omp_set_num_threads(int n) { atomic_store(&asked_threads, n > 0 ? clamped(n) : 0); }
int omp_get_num_threads(void) { return team_size(); }
int omp_get_max_threads(void) { return most_threads(); }
int omp_get_thread_num(void) { return self.number; }
int omp_get_thread_limit(void) { return MOST_THREADS; }
int omp_get_num_procs(void) { return processors(); }
int omp_in_parallel(void) { return self.team != NULL && self.team->active > 0; }
int omp_in_final(void) { return 0; }
int omp_get_level(void) { return self.team == NULL ? 0 : self.team->level; }
int omp_get_active_level(void) { return self.team == NULL ? 0 : self.team->active; }

static const team_t *at_level(int level, int *number) {
    const team_t *team = self.team;
    *number = self.number;
    while (team != NULL && team->level > level) {
        *number = team->parent_number;
        team = team->parent;
    }
    return team;
}

int omp_get_ancestor_thread_num(int level) {
    int number = 0;
    if (level < 0 || level > omp_get_level()) return -1;
    return at_level(level, &number) == NULL ? 0 : number;
}

int omp_get_team_size(int level) {
    int number = 0;
    if (level < 0 || level > omp_get_level()) return -1;
    const team_t *team = at_level(level, &number);
    return team == NULL ? 1 : team->size;
}

int omp_get_num_teams(void) { return 1; }
int omp_get_team_num(void) { return 0; }
void omp_set_num_teams(int n) { (void)n; }
int omp_get_max_teams(void) { return 1; }
void omp_set_teams_thread_limit(int n) { (void)n; }
int omp_get_teams_thread_limit(void) { return MOST_THREADS; }
void omp_set_dynamic(int on) { atomic_store(&asked_dynamic, on != 0); }
int omp_get_dynamic(void) { return atomic_load(&asked_dynamic); }
void omp_set_nested(int on) { atomic_store(&asked_levels, on ? 8 : 1); }
int omp_get_nested(void) { return atomic_load(&asked_levels) > 1; }
void omp_set_max_active_levels(int n) { atomic_store(&asked_levels, n < 0 ? 0 : n > 8 ? 8 : n); }
int omp_get_max_active_levels(void) { return atomic_load(&asked_levels); }
int omp_get_supported_active_levels(void) { return 8; }
int omp_get_cancellation(void) { return 0; }
int omp_get_max_task_priority(void) { return 0; }

void omp_set_schedule(int kind, int chunk) {
    atomic_store(&asked_kind, kind);
    atomic_store(&asked_chunk, chunk);
}

void omp_get_schedule(int *kind, int *chunk) {
    *kind = atomic_load(&asked_kind);
    *chunk = atomic_load(&asked_chunk);
}

void omp_display_env(int verbose) { (void)verbose; }
int omp_get_proc_bind(void) { return 0; }
int omp_get_num_places(void) { return 0; }
int omp_get_place_num_procs(int place) { return (void)place, 0; }
void omp_get_place_proc_ids(int place, int *ids) { (void)place, (void)ids; }
int omp_get_place_num(void) { return -1; }
int omp_get_partition_num_places(void) { return 0; }
void omp_get_partition_place_nums(int *places) { (void)places; }
void omp_set_default_device(int device) { (void)device; }
int omp_get_default_device(void) { return 0; }
int omp_get_num_devices(void) { return 0; }
int omp_get_device_num(void) { return 0; }
int omp_get_initial_device(void) { return 0; }
int omp_is_initial_device(void) { return 1; }
int omp_pause_resource(int kind, int device) { return (void)kind, (void)device, -1; }
int omp_pause_resource_all(int kind) { return (void)kind, -1; }

double omp_get_wtime(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double omp_get_wtick(void) {
    struct timespec step;
    clock_getres(CLOCK_MONOTONIC, &step);
    return (double)step.tv_sec + 1e-9 * (double)step.tv_nsec;
}

/* A lock is like the name of a critical section; omp.h has room for 32 bytes. */
typedef struct {
    _Atomic int taken;
    int depth;
    void *owner;
} lock_t;

void omp_init_lock(lock_t *lock) { memset(lock, 0, sizeof *lock); }
void omp_init_lock_with_hint(lock_t *lock, int hint) { (void)hint, omp_init_lock(lock); }
void omp_destroy_lock(lock_t *lock) { (void)lock; }
void omp_init_nest_lock(lock_t *lock) { omp_init_lock(lock); }
void omp_init_nest_lock_with_hint(lock_t *lock, int hint) { (void)hint, omp_init_lock(lock); }
void omp_destroy_nest_lock(lock_t *lock) { (void)lock; }

void omp_set_lock(lock_t *lock) { (void)rz_omp_enter(lock); }
void omp_unset_lock(lock_t *lock) { (void)rz_omp_leave(lock); }

int omp_test_lock(lock_t *lock) {
    int none = 0;
    return atomic_compare_exchange_strong(&lock->taken, &none, 1);
}

void omp_set_nest_lock(lock_t *lock) {
    if (lock->owner != &self) {
        take(&lock->taken, NULL);
        lock->owner = &self;
    }
    lock->depth++;
}

void omp_unset_nest_lock(lock_t *lock) {
    if (--lock->depth > 0) return;
    lock->owner = NULL;
    atomic_store(&lock->taken, 0);
}

int omp_test_nest_lock(lock_t *lock) {
    if (lock->owner != &self && !omp_test_lock(lock)) return 0;
    lock->owner = &self;
    return ++lock->depth;
}

void *omp_alloc(size_t size, uintptr_t from) { return (void)from, malloc(size); }
void *omp_calloc(size_t n, size_t size, uintptr_t from) { return (void)from, calloc(n, size); }
void omp_free(void *memory, uintptr_t from) { (void)from, free(memory); }

/* Fortran's names. */
void omp_set_num_threads_(const int *n) { omp_set_num_threads(*n); }
int omp_get_num_threads_(void) { return omp_get_num_threads(); }
int omp_get_max_threads_(void) { return omp_get_max_threads(); }
int omp_get_thread_num_(void) { return omp_get_thread_num(); }
int omp_get_num_procs_(void) { return omp_get_num_procs(); }
int omp_in_parallel_(void) { return omp_in_parallel(); }
double omp_get_wtime_(void) { return omp_get_wtime(); }
double omp_get_wtick_(void) { return omp_get_wtick(); }
