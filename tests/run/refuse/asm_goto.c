// Assembly that may jump computes an active value.
// rz: double f(const double x[n] in, int n=3)
double f(const double *x, int n) {
  double y = x[0];
  __asm__ goto("addsd %1, %0" : "+x"(y) : "x"(x[1]) : : away);  // error: NoDerivative RZ202
  return y * x[1];
away:
  return y * x[2];
}
