// Every linkage, visibility, section, alias, resolver and constructor that C can spell.
#include <stddef.h>
int common_one;
static int hidden_inside = 3;
extern int elsewhere;
extern __attribute__((weak)) int maybe;
__attribute__((weak)) int replaceable = 5;
__attribute__((visibility("hidden"))) double unseen = 1.5;
__attribute__((visibility("protected"))) const char *kept = "kept";
__attribute__((section("mine"), used)) int placed[3] = {1, 2, 3};
__attribute__((aligned(128))) static char roomy[100];
__attribute__((retain, used)) static int held = 9;
const int fixed = 11;
static const int *const chain[] = {&fixed, &hidden_inside, &placed[2], NULL};
__attribute__((common)) double shared;
double body(double x) { return x * unseen; }
double twin(double x) __attribute__((alias("body")));
double soft(double x) __attribute__((weak, alias("body")));
extern int renamed __asm__("another_name");
static double fast(double x) { return x + 1; }
static double slow(double x) { return x + 2; }
static double (*resolve(void))(double) { return replaceable ? fast : slow; }
double chosen(double x) __attribute__((ifunc("resolve")));
__attribute__((constructor(200))) static void first(void) { hidden_inside = 4; }
__attribute__((destructor)) static void last(void) { hidden_inside = 0; }
inline int inlined(int x) { return x + 1; }
extern inline __attribute__((gnu_inline)) int gnu(int x) { return x + 2; }
__attribute__((noinline, hot, flatten)) int busy(int x) { return inlined(x) + gnu(x); }
__attribute__((naked)) void bare(void) { __asm__("ret"); }
__attribute__((weak)) void hook(void);
int sum(void) { if (hook) hook(); return common_one + elsewhere + (&maybe ? maybe : 0) + *chain[1] + renamed + roomy[5] + (int)chosen(twin(shared)) + busy(1); }
