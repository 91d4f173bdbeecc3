// Integer arithmetic: widths, signs, shifts, division, conversion, comparison.
#include <stdint.h>
#include <stdbool.h>
int8_t narrow(int a) { return (int8_t)a; } uint64_t wide(uint8_t a) { return a; } int64_t extend(int16_t a) { return a; }
int divided(int a, int b) { return a / b + a % b; } unsigned udivided(unsigned a, unsigned b) { return a / b ^ a % b; }
long shifted(long a, int n) { return (a << n) | (a >> (63 & n)) | (long)((unsigned long)a >> 3); }
bool compared(int a, unsigned b, long c) { return (a < 3) + (b <= 4u) + (c > 5) + (a >= -6) + (b > 7u) + (c == 8) + (a != 9) > 2; }
uint32_t hash(const uint8_t *p, int n) { uint32_t h = 2166136261u; while (n--) h = (h ^ *p++) * 16777619u; return h; }
double converted(int a, unsigned b, int64_t c, uint64_t d) { return a + b + (float)c + (double)d; } int64_t back(double a, float b) { return (int64_t)a + (uint32_t)b + (uint64_t)a; }
enum colour { red, green = 5, blue }; enum colour next(enum colour c) { return c == blue ? red : c + 1; }
int magic(int x) { return x / 10 + x % 1000 + x / -3; } unsigned wrap(unsigned x) { return x * 3 - 1; }
int64_t distance(int *a, int *b) { return a - b; } uintptr_t number(void *p) { return (uintptr_t)p & ~7ul; } void *address(uintptr_t p) { return (void *)(p | 1); }
int ternary(int a, int b, int c) { return a ? b : c; } bool logic(int a, int b) { return (a && b) || !a; }
int absolute(int a) { return a < 0 ? -a : a; } unsigned lowest(unsigned a, unsigned b) { return a < b ? a : b; }
