// Assembly that may jump works on active data.
// rz: double f(const double x[n] in, int n=3)
double f(const double *x, int n) {
  double y = x[0];
  __asm__ goto("nop" : : "m"(*x) : "memory" : away);  // error: NoDerivative RZ202
  return y * x[1];
away:
  return y * x[2];
}
