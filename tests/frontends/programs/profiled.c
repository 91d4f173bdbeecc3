// flags: -fprofile-instr-generate -fcoverage-mapping -fstack-protector-strong -fcf-protection=full -pg
// Instrumented code: counters, coverage, protectors, entry hooks.
int classified(int x) { if (x > 3 && x < 9) return 1; for (int i = 0; i < x; i++) if (i == 7) return 2; return x ? 3 : 4; }
void use(char *); int guarded(void) { char buffer[64]; use(buffer); return buffer[3]; }
int through(int (*f)(int), int x) { return f(x); }
