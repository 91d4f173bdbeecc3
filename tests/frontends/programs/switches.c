// Dense, sparse, wide and nested switches, and ranges.
int dense(int x) { switch (x) { case 0: return 3; case 1: return 1; case 2: return 4; case 3: return 1; case 4: return 5; case 5: return 9; default: return -1; } }
double sparse(long x, double y) { switch (x) { case -1000000: y *= 2; case 7: y += 1; break; case 1l << 40: y = -y; break; case 100 ... 200: y /= 3; } return y; }
int wide(unsigned __int128 x) { switch (x) { case 0: return 1; case ((unsigned __int128)1 << 100): return 2; } return 0; }
int machine(const char *s) {
  enum { start, number, done } state = start; int v = 0;
  for (;; s++) switch (state) {
    case start: if (*s == '-') { v = -v; break; } state = number; /* fall through */
    case number: if (*s >= '0' && *s <= '9') { v = 10 * v + *s - '0'; break; } state = done; /* fall through */
    case done: return v;
  }
}
_Bool vowel(char c) { switch (c) { case 'a': case 'e': case 'i': case 'o': case 'u': return 1; } return 0; }
