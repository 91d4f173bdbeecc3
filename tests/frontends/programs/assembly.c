// Inline assembly with operands, clobbers, labels and flags; assembly of the whole module.
__asm__(".globl top_level\n.set top_level, 42");
__asm__(".section .note.mine,\"\",@progbits\n\t.byte 1\n\t.previous");
extern char top_level;
unsigned long ticks(void) { unsigned lo, hi; __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi) : : "memory"); return (unsigned long)hi << 32 | lo; }
int added(int a, int b) { __asm__("addl %2, %0" : "=r"(a) : "0"(a), "rm"(b) : "cc"); return a; }
double rooted(double x) { double r; __asm__("sqrtsd %1, %0" : "=x"(r) : "xm"(x)); return r; }
int carried(unsigned a, unsigned b) { int c; __asm__("cmpl %2, %1" : "=@ccb"(c) : "r"(a), "r"(b)); return c; }
int jumped(int x) { __asm__ goto("testl %0, %0; jne %l1" : : "r"(x) : "cc" : nonzero); return 0; nonzero: return 1; }
int jumped_out(int x) { int y; __asm__ goto("movl %1, %0; testl %1, %1; je %l2" : "=r"(y) : "r"(x) : : zero); return y; zero: return -1; }
void barrier(int *p) { __asm__ volatile("" : "+m"(*p) : : "memory"); }
unsigned long stack(void) { register unsigned long sp __asm__("rsp"); __asm__("" : "=r"(sp)); return sp; }
int address(void) { return (int)(long)&top_level; }
int intel(int x) { __asm__ inline(".intel_syntax noprefix\n\tadd %0, 1\n\t.att_syntax" : "+r"(x)); return x; }
