// The C++17 header with lambdas, functors, references, and several active arguments.
#include <enzyme/enzyme>
#include "near.h"
struct Model { double a, b; };
static double loss(const Model &m, double x, float w, int n) { return (m.a*x+m.b)*w*n; }
struct Fun { double k; double operator()(double x, double y) const { return k*x*x*y; } };
int main(){
  Model m{2,3}, d{0,0};
  auto r = enzyme::autodiff<enzyme::Reverse>(loss, enzyme::Duplicated{m, d}, enzyme::Active{1.5}, enzyme::Active{2.0f}, enzyme::Const{3});
  near("a", d.a, 1.5*6); near("b", d.b, 6); near("x", enzyme::get<0>(enzyme::get<0>(r)), 12); near("w", std::get<1>(std::get<0>(r)), 18);
  double k = 4;
  auto l = [k](double x) { return k*sin(x); };
  auto [g, v] = enzyme::autodiff<enzyme::ReverseWithPrimal>(l, enzyme::Active{0.5});
  near("lam", std::get<0>(g), 4*cos(0.5)); near("lamv", v, 4*sin(0.5));
  auto q = enzyme::autodiff<enzyme::Forward>(Fun{3}, enzyme::Duplicated{2.0, 1.0}, enzyme::Duplicated{5.0, 0.0});
  near("fun", std::get<0>(q), 3*2*2*5);
  auto q2 = enzyme::autodiff<enzyme::ForwardWithPrimal>(Fun{3}, enzyme::Duplicated{2.0, 1.0}, enzyme::Const{5.0});
  near("fp", std::get<0>(q2), 60); near("fpp", std::get<1>(q2), 60);
  double xs[2]={1,2}, dxs[2]={0,0};
  auto dot = [](double *p, int n){ double s=0; for(int i=0;i<n;i++) s+=p[i]*p[i]; return s; };
  enzyme::autodiff<enzyme::Reverse>(dot, enzyme::Duplicated{&xs[0], &dxs[0]}, enzyme::Const{2});
  near("d1", dxs[1], 4);
  return wrong;
}
