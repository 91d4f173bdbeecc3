/* The routines of omp.h, and Fortran's names of them (included by openmp.c). */

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

double omp_get_wtime(void) { return 1e-9 * (double)now(); }

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
