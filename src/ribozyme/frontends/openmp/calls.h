/* Functions that compilers call, for code that Ribozyme did not compile (included by openmp.c). */

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
