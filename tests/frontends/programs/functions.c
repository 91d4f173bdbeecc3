// Pointers to functions, recursion, tail calls, calling conventions.
typedef double (*unary)(double);
static double square(double x) { return x * x; }
static double half(double x) { return x / 2; }
const unary table[2] = {square, half};
double apply(unary f, double x, int n) { while (n--) x = f(x); return x; }
double choose(int i, double x) { return table[i & 1](x) + apply(i ? square : half, x, 2); }
double simpson(unary f, double a, double b, int depth) { double m = (a + b) / 2; return depth ? simpson(f, a, m, depth - 1) + simpson(f, m, b, depth - 1) : (b - a) * f(m); }
int ackermann(int m, int n) { return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
double must(double x, int n) { if (!n) return x; __attribute__((musttail)) return must(x * 1.5, n - 1); }
__attribute__((ms_abi)) double microsoft(double a, int b) { return a + b; }
__attribute__((preserve_most)) void kept(int *p) { ++*p; }
__attribute__((regcall)) int quick(int a, int b, int c) { return a * b + c; }
__attribute__((vectorcall)) float vectored(float a, float b) { return a / b; }
double mixed(int i) { kept(&i); return microsoft(1.5, i) + quick(1, 2, i) + vectored(1, 2); }
int old(); int unprototyped(void) { return old(1, 2.0); }
unary compose(int i) { return i ? table[0] : 0; }
__attribute__((const)) double pure1(double); __attribute__((pure)) int pure2(const int *); __attribute__((malloc, alloc_size(1))) void *mine(unsigned long);
double attributed(const int *p) { int *q = mine(40); q[0] = pure2(p); return pure1(2) + pure1(2) + q[0]; }
__attribute__((nonnull(1), returns_nonnull)) int *nn(int *p, int n) { return p + n; }
