// What the compiler offers beyond the language.
#include <stdint.h>
int counted(uint32_t a, uint64_t b) { return __builtin_popcount(a) + __builtin_clzll(b) + __builtin_ctz(a) + __builtin_parity(a) + __builtin_ffs((int)a); }
uint64_t swapped(uint64_t a, uint32_t b, uint16_t c) { return __builtin_bswap64(a) + __builtin_bswap32(b) + __builtin_bswap16(c) + __builtin_bitreverse64(a) + __builtin_rotateleft32(b, 5); }
int checked(int a, int b) { int r; if (__builtin_sadd_overflow(a, b, &r) || __builtin_ssub_overflow(r, a, &r) || __builtin_smul_overflow(r, b, &r)) return -1; return r; }
unsigned clamped(unsigned a) { return __builtin_elementwise_add_sat(a, 5u) + __builtin_elementwise_sub_sat(a, 7u); }
double assumed(double *p, int n) { __builtin_assume(n > 0 && n % 4 == 0); double s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
int expected(int x) { if (__builtin_expect_with_probability(x == 3, 1, 0.9)) return 1; if (__builtin_unpredictable(x > 7)) return 2; return 0; }
int never(int x) { if (x < 0) __builtin_unreachable(); return x / 2; }
void fetched(const double *p) { __builtin_prefetch(p + 64, 0, 3); }
unsigned long sized(void *p) { char b[10]; return __builtin_object_size(b, 0) + __builtin_dynamic_object_size(p, 1); }
int constant(int x) { return __builtin_constant_p(x) ? 1 : 2; }
double chosen(double a, double b) { return __builtin_elementwise_max(a, b) + __builtin_elementwise_abs(a) + __builtin_canonicalize(b); }
_Bool truth(int x, _Bool b) { return x ^ b; }
int debugtrap(int x) { if (x) __builtin_debugtrap(); return __builtin_isfpclass(1.0 * x, 3); }
uint32_t crc(uint32_t c) { return __arithmetic_fence(1.0f * c) > 0 ? c : 0; }
