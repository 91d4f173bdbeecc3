// Labels as values, jumps into loops, irreducible control flow.
int run(const unsigned char *code, int x) {
  static void *const table[] = {&&halt, &&inc, &&dbl, &&neg, &&jump};
#define NEXT goto *table[*code++]
  NEXT;
inc: x++; NEXT;
dbl: x *= 2; NEXT;
neg: x = -x; NEXT;
jump: code += *code; NEXT;
halt: return x;
}
double irreducible(double x, int n) {
  if (n & 1) goto inside;
  while (n > 0) { x *= 1.5; inside: x += 1; n--; if (x > 1e6) goto out; }
out: return x;
}
int relative(int i) { static const int offsets[] = {&&a - &&a, &&b - &&a}; goto *(&&a + offsets[i & 1]); a: return 1; b: return 2; }
void *label(void) { here: return &&here; }
int local(int i) { __label__ l; int r = 0; l: if (r++ < i) goto l; return r; }
