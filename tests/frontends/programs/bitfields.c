// Fields narrower than their type, signed and unsigned, across storage units.
#include <stdint.h>
struct flags { unsigned a : 3; int b : 5; unsigned : 0; uint64_t c : 37; _Bool d : 1; signed char e : 4; };
struct volatile_flags { volatile unsigned ready : 1, count : 15; };
int sum(const struct flags *f) { return (int)(f->a + f->b + (int)f->c + f->d + f->e); }
void set(struct flags *f, int x) { f->a = x; f->b = -x; f->c += 1; f->d = !f->d; f->e ^= 3; }
struct flags made(int x) { return (struct flags){.a = 1, .b = x, .c = 1ull << 30, .d = 1, .e = -2}; }
unsigned poll(struct volatile_flags *v) { while (!v->ready) v->count++; return v->count; }
static struct flags all = {7, -16, 0x1fffffffffull, 1, -8};
int fixed(void) { return sum(&all); }
