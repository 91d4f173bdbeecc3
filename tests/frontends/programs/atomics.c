// Atomic reads, writes, exchanges, fences, in every order.
#include <stdatomic.h>
#include <stdbool.h>
atomic_int counter; _Atomic double value; _Atomic(void *) pointer;
struct wide { long a, b; }; _Atomic struct wide both;
int add(int n) { return atomic_fetch_add(&counter, n) + atomic_fetch_sub_explicit(&counter, 1, memory_order_relaxed); }
double accumulate(double x) { return value += x; }
bool swap(void *old, void *now) { return atomic_compare_exchange_strong(&pointer, &old, now); }
bool weak(int *e, int d) { return atomic_compare_exchange_weak_explicit(&counter, e, d, memory_order_acq_rel, memory_order_acquire); }
int bits(int m) { return atomic_fetch_or(&counter, m) ^ atomic_fetch_and(&counter, m) ^ atomic_fetch_xor(&counter, m) ^ __atomic_fetch_nand(&m, 3, __ATOMIC_SEQ_CST); }
int extremes(int m) { return __atomic_fetch_max(&m, 3, __ATOMIC_RELEASE) + __atomic_fetch_min(&m, 1, __ATOMIC_ACQUIRE); }
void fences(void) { atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_release); __sync_synchronize(); }
int load(void) { return atomic_load_explicit(&counter, memory_order_acquire); }
void store(int x) { atomic_store_explicit(&counter, x, memory_order_release); atomic_exchange(&counter, x + 1); }
struct wide read(void) { return both; }
volatile int device; int touch(void) { device = 1; return device + device; }
float fadd(float *p, float x) { return __atomic_fetch_add(p, x, __ATOMIC_RELAXED); }
atomic_flag flag = ATOMIC_FLAG_INIT; void spin(void) { while (atomic_flag_test_and_set(&flag)) __builtin_ia32_pause(); }
