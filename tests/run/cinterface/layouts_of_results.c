// Results and arguments in every shape the calling convention gives them.
#include "near.h"
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_byref, enzyme_primal_return, enzyme_width;
struct f2 { float a, b; }; struct f3 { float a, b, c; }; struct d3 { double a,b,c; }; struct p2 { double x, y; };
struct mix { double d; float f; }; struct ip { long n; double x; };
struct f2 __enzyme_autodiff2(void*, ...); struct f3 __enzyme_autodiff3(void*, ...); struct d3 __enzyme_autodiffd3(void*, ...);
struct mix __enzyme_autodiffm(void*, ...); double __enzyme_autodiff(void*, ...); struct ip __enzyme_autodiffip(void*, ...);
static float g2(float a, float b){ return a*b; }
static float g3(float a, float b, float c){ return a*b*c; }
static double gd(double a, double b, double c){ return a*b*c; }
static double gm(double d, float f){ return d*f; }
struct pp { struct p2 v, t; };
struct pp __enzyme_fwddiff(void*, ...);
static struct p2 cmul(struct p2 a, struct p2 b){ struct p2 r = {a.x*b.x-a.y*b.y, a.x*b.y+a.y*b.x}; return r; }
static double many(double a, double b, double c, double d, double e, double f, double g, struct p2 s){ return a*b*c*d*e*f*g*s.x*s.y; }
struct many { double v[7]; struct p2 s; };
struct many __enzyme_autodiffmany(void*, ...);
static double gip(struct ip s){ return s.n * s.x * s.x; }
static double byp(struct p2 s) { return s.x*s.x*s.y; }
struct p2 __enzyme_autodiffp(void*, ...);
struct big { double v[4]; };
static struct big bigf(double x, double y){ struct big r = {{x, x*y, y*y, x*x}}; return r; }
struct bigt { struct big t; };
struct big __enzyme_fwddiffbig(void*, ...);
struct pr { double v, dx; };
struct pr __enzyme_autodiffpr(void*, ...);
struct wide { double x[2]; double y[2]; };
struct wide __enzyme_autodiffw(void*, ...);
static double sum(struct big b) { return b.v[0]*b.v[1] + b.v[2]*b.v[3]; }
struct big __enzyme_autodiffbb(void*, ...);
static float ff(float x) { return x*x; }
float __enzyme_autodiffff(void*, ...);
int main(void){
  struct f2 r2 = __enzyme_autodiff2((void*)g2, 2.0f, 3.0f); near("f2a", r2.a, 3); near("f2b", r2.b, 2);
  struct f3 r3 = __enzyme_autodiff3((void*)g3, 2.0f, 3.0f, 5.0f); near("f3a", r3.a, 15); near("f3c", r3.c, 6);
  struct d3 q3 = __enzyme_autodiffd3((void*)gd, 2.0, 3.0, 5.0); near("d3a", q3.a, 15); near("d3c", q3.c, 6);
  struct mix m = __enzyme_autodiffm((void*)gm, 2.0, 3.0f); near("m", m.d, 3); near("mf", m.f, 2);
  struct p2 a={1,2}, b={3,4}, ta={1,0}, tb={0,1};
  struct pp c = __enzyme_fwddiff((void*)cmul, enzyme_primal_return, enzyme_dup, a, ta, enzyme_dup, b, tb);
  near("cv", c.v.x, -5); near("cvy", c.v.y, 10); near("ctx", c.t.x, 3-2); near("cty", c.t.y, 4+1);
  struct p2 s = {1.5, 2.5};
  struct many mm = __enzyme_autodiffmany((void*)many, 1.0,2.0,1.0,1.0,1.0,1.0,3.0, s);
  near("m0", mm.v[0], 6*3.75); near("m6", mm.v[6], 2*3.75); near("ms", mm.s.x, 6*2.5);
  struct ip i = {3, 2.0}; struct ip ri = __enzyme_autodiffip((void*)gip, i); near("ip", ri.x, 12);
  struct p2 rb = __enzyme_autodiffp((void*)byp, enzyme_byref, (int)sizeof s, enzyme_out, &s); near("byx", rb.x, 2*1.5*2.5); near("byy", rb.y, 2.25);
  struct big bt = __enzyme_fwddiffbig((void*)bigf, enzyme_dup, 2.0, 1.0, enzyme_dup, 3.0, 0.0);
  near("b0", bt.v[0], 1); near("b1", bt.v[1], 3); near("b2", bt.v[2], 0); near("b3", bt.v[3], 4);
  struct pr pr = __enzyme_autodiffpr((void*)gm, enzyme_primal_return, 2.0, enzyme_const, 3.0f);
  near("prv", pr.v, 6);
  struct wide w = __enzyme_autodiffw((void*)gd, enzyme_width, 2, 2.0, 3.0, enzyme_const, 5.0); near("w", w.x[1], 15); near("wy", w.y[0], 10);
  struct big B = {{1,2,3,4}}; struct big rB = __enzyme_autodiffbb((void*)sum, B); near("B0", rB.v[0], 2); near("B3", rB.v[3], 3);
  near("ff", __enzyme_autodiffff((void*)ff, 3.0f), 6);
  return wrong;
}
