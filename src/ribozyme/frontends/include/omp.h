/* OpenMP's routines for code that runs in one thread.

   Without -fopenmp a compiler leaves OpenMP's pragmas out, and these functions say what they say
   outside of a parallel region: one thread, number 0. With -fopenmp they are declared, and the run
   time defines them (openmp.c). */

#ifndef RIBOZYME_OMP_H
#define RIBOZYME_OMP_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef _OPENMP
#define RIBOZYME_OMP(result, head, ...) extern result head;
#else
#define RIBOZYME_OMP(result, head, ...) \
    __attribute__((unused)) static inline result head __VA_ARGS__
#endif

typedef enum omp_sched_t {
    omp_sched_static = 1,
    omp_sched_dynamic = 2,
    omp_sched_guided = 3,
    omp_sched_auto = 4,
    omp_sched_monotonic = (int)0x80000000
} omp_sched_t;

typedef enum omp_proc_bind_t {
    omp_proc_bind_false = 0,
    omp_proc_bind_true = 1,
    omp_proc_bind_master = 2,
    omp_proc_bind_primary = 2,
    omp_proc_bind_close = 3,
    omp_proc_bind_spread = 4
} omp_proc_bind_t;

typedef enum omp_sync_hint_t {
    omp_sync_hint_none = 0,
    omp_lock_hint_none = 0,
    omp_sync_hint_uncontended = 1,
    omp_lock_hint_uncontended = 1,
    omp_sync_hint_contended = 2,
    omp_lock_hint_contended = 2,
    omp_sync_hint_nonspeculative = 4,
    omp_lock_hint_nonspeculative = 4,
    omp_sync_hint_speculative = 8,
    omp_lock_hint_speculative = 8
} omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t;

typedef enum omp_pause_resource_t {
    omp_pause_soft = 1,
    omp_pause_hard = 2
} omp_pause_resource_t;

#ifdef _OPENMP /* room for what any run time keeps in a lock */
typedef struct omp_lock_t { void *kept[4]; } omp_lock_t;
typedef struct omp_nest_lock_t { void *kept[4]; } omp_nest_lock_t;
#else
typedef struct omp_lock_t { int held; } omp_lock_t;
typedef struct omp_nest_lock_t { int depth; } omp_nest_lock_t;
#endif

typedef __UINTPTR_TYPE__ omp_uintptr_t;
typedef enum omp_allocator_handle_t {
    omp_null_allocator = 0,
    omp_default_mem_alloc = 1,
    omp_large_cap_mem_alloc = 2,
    omp_const_mem_alloc = 3,
    omp_high_bw_mem_alloc = 4,
    omp_low_lat_mem_alloc = 5,
    omp_cgroup_mem_alloc = 6,
    omp_pteam_mem_alloc = 7,
    omp_thread_mem_alloc = 8
} omp_allocator_handle_t;

/* Threads and teams. */
RIBOZYME_OMP(void, omp_set_num_threads(int count), { (void)count; })
RIBOZYME_OMP(int, omp_get_num_threads(void), { return 1; })
RIBOZYME_OMP(int, omp_get_max_threads(void), { return 1; })
RIBOZYME_OMP(int, omp_get_thread_num(void), { return 0; })
RIBOZYME_OMP(int, omp_get_thread_limit(void), { return 1; })
RIBOZYME_OMP(int, omp_get_num_procs(void), { return 1; })
RIBOZYME_OMP(int, omp_in_parallel(void), { return 0; })
RIBOZYME_OMP(int, omp_in_final(void), { return 1; })
RIBOZYME_OMP(int, omp_get_level(void), { return 0; })
RIBOZYME_OMP(int, omp_get_active_level(void), { return 0; })
RIBOZYME_OMP(int, omp_get_ancestor_thread_num(int level), { return level == 0 ? 0 : -1; })
RIBOZYME_OMP(int, omp_get_team_size(int level), { return level == 0 ? 1 : -1; })
RIBOZYME_OMP(int, omp_get_num_teams(void), { return 1; })
RIBOZYME_OMP(int, omp_get_team_num(void), { return 0; })
RIBOZYME_OMP(void, omp_set_num_teams(int count), { (void)count; })
RIBOZYME_OMP(int, omp_get_max_teams(void), { return 1; })
RIBOZYME_OMP(void, omp_set_teams_thread_limit(int count), { (void)count; })
RIBOZYME_OMP(int, omp_get_teams_thread_limit(void), { return 1; })

/* Settings: they may be made, and say what one thread has. */
RIBOZYME_OMP(void, omp_set_dynamic(int on), { (void)on; })
RIBOZYME_OMP(int, omp_get_dynamic(void), { return 0; })
RIBOZYME_OMP(void, omp_set_nested(int on), { (void)on; })
RIBOZYME_OMP(int, omp_get_nested(void), { return 0; })
RIBOZYME_OMP(void, omp_set_max_active_levels(int count), { (void)count; })
RIBOZYME_OMP(int, omp_get_max_active_levels(void), { return 1; })
RIBOZYME_OMP(int, omp_get_supported_active_levels(void), { return 1; })
RIBOZYME_OMP(int, omp_get_cancellation(void), { return 0; })
RIBOZYME_OMP(int, omp_get_max_task_priority(void), { return 0; })
RIBOZYME_OMP(void, omp_set_schedule(omp_sched_t kind, int chunk), { (void)kind; (void)chunk; })
RIBOZYME_OMP(void, omp_get_schedule(omp_sched_t *kind, int *chunk), {
    *kind = omp_sched_static;
    *chunk = 0;
})
RIBOZYME_OMP(void, omp_display_env(int verbose), { (void)verbose; })

/* Places and devices: there is the host, and nothing else. */
RIBOZYME_OMP(omp_proc_bind_t, omp_get_proc_bind(void), { return omp_proc_bind_false; })
RIBOZYME_OMP(int, omp_get_num_places(void), { return 0; })
RIBOZYME_OMP(int, omp_get_place_num_procs(int place), { (void)place; return 0; })
RIBOZYME_OMP(void, omp_get_place_proc_ids(int place, int *ids), { (void)place; (void)ids; })
RIBOZYME_OMP(int, omp_get_place_num(void), { return -1; })
RIBOZYME_OMP(int, omp_get_partition_num_places(void), { return 0; })
RIBOZYME_OMP(void, omp_get_partition_place_nums(int *places), { (void)places; })
RIBOZYME_OMP(void, omp_set_default_device(int device), { (void)device; })
RIBOZYME_OMP(int, omp_get_default_device(void), { return 0; })
RIBOZYME_OMP(int, omp_get_num_devices(void), { return 0; })
RIBOZYME_OMP(int, omp_get_device_num(void), { return 0; })
RIBOZYME_OMP(int, omp_get_initial_device(void), { return 0; })
RIBOZYME_OMP(int, omp_is_initial_device(void), { return 1; })
RIBOZYME_OMP(int, omp_pause_resource(omp_pause_resource_t kind, int device), {
    (void)kind;
    (void)device;
    return -1;
})
RIBOZYME_OMP(int, omp_pause_resource_all(omp_pause_resource_t kind), { (void)kind; return -1; })

/* Locks: with one thread, only a test can find one taken. */
RIBOZYME_OMP(void, omp_destroy_lock(omp_lock_t *lock), { (void)lock; })
RIBOZYME_OMP(void, omp_destroy_nest_lock(omp_nest_lock_t *lock), { (void)lock; })
#ifdef _OPENMP
RIBOZYME_OMP(void, omp_init_lock(omp_lock_t *lock), )
RIBOZYME_OMP(void, omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint), )
RIBOZYME_OMP(void, omp_set_lock(omp_lock_t *lock), )
RIBOZYME_OMP(void, omp_unset_lock(omp_lock_t *lock), )
RIBOZYME_OMP(int, omp_test_lock(omp_lock_t *lock), )
RIBOZYME_OMP(void, omp_init_nest_lock(omp_nest_lock_t *lock), )
RIBOZYME_OMP(void, omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint), )
RIBOZYME_OMP(void, omp_set_nest_lock(omp_nest_lock_t *lock), )
RIBOZYME_OMP(void, omp_unset_nest_lock(omp_nest_lock_t *lock), )
RIBOZYME_OMP(int, omp_test_nest_lock(omp_nest_lock_t *lock), )
RIBOZYME_OMP(double, omp_get_wtime(void), )
RIBOZYME_OMP(double, omp_get_wtick(void), )
RIBOZYME_OMP(void *, omp_alloc(__SIZE_TYPE__ size, omp_allocator_handle_t from), )
RIBOZYME_OMP(void *, omp_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ size, omp_allocator_handle_t from), )
RIBOZYME_OMP(void, omp_free(void *memory, omp_allocator_handle_t from), )
#else
RIBOZYME_OMP(void, omp_init_lock(omp_lock_t *lock), { lock->held = 0; })
RIBOZYME_OMP(void, omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint), {
    (void)hint;
    lock->held = 0;
})
RIBOZYME_OMP(void, omp_set_lock(omp_lock_t *lock), { lock->held = 1; })
RIBOZYME_OMP(void, omp_unset_lock(omp_lock_t *lock), { lock->held = 0; })
RIBOZYME_OMP(int, omp_test_lock(omp_lock_t *lock), {
    int taken = lock->held;
    lock->held = 1;
    return !taken;
})
RIBOZYME_OMP(void, omp_init_nest_lock(omp_nest_lock_t *lock), { lock->depth = 0; })
RIBOZYME_OMP(void, omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint), {
    (void)hint;
    lock->depth = 0;
})
RIBOZYME_OMP(void, omp_set_nest_lock(omp_nest_lock_t *lock), { lock->depth++; })
RIBOZYME_OMP(void, omp_unset_nest_lock(omp_nest_lock_t *lock), { lock->depth--; })
RIBOZYME_OMP(int, omp_test_nest_lock(omp_nest_lock_t *lock), { return ++lock->depth; })

/* The clock and the heap, declared here, so that no other header comes along. */
struct ribozyme_omp_time { long seconds, nanoseconds; };
extern int ribozyme_omp_clock(int, struct ribozyme_omp_time *) __asm__("clock_gettime");
extern int ribozyme_omp_tick(int, struct ribozyme_omp_time *) __asm__("clock_getres");
RIBOZYME_OMP(double, omp_get_wtime(void), {
    struct ribozyme_omp_time now;
    ribozyme_omp_clock(1, &now); /* CLOCK_MONOTONIC */
    return (double)now.seconds + 1e-9 * (double)now.nanoseconds;
})
RIBOZYME_OMP(double, omp_get_wtick(void), {
    struct ribozyme_omp_time step;
    ribozyme_omp_tick(1, &step);
    return (double)step.seconds + 1e-9 * (double)step.nanoseconds;
})
RIBOZYME_OMP(void *, omp_alloc(__SIZE_TYPE__ size, omp_allocator_handle_t from), {
    (void)from;
    return __builtin_malloc(size);
})
RIBOZYME_OMP(void *, omp_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ size, omp_allocator_handle_t from), {
    (void)from;
    return __builtin_calloc(n, size);
})
RIBOZYME_OMP(void, omp_free(void *memory, omp_allocator_handle_t from), {
    (void)from;
    __builtin_free(memory);
})
#endif

#ifdef __cplusplus
}
#endif
#undef RIBOZYME_OMP
#endif
