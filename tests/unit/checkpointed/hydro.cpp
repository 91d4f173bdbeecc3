#include <vector>
#include <cmath>
#include <memory>
struct Eos { virtual double p(double r, double e) const = 0; virtual ~Eos() {} };
struct Gas : Eos { double g; Gas(double g) : g(g) {} double p(double r, double e) const override { return (g - 1) * r * e; } };
class Domain {
public:
  Domain(int n, double g) : x(n + 1), v(n + 1), rho(n), e(n), q(n), f(n + 1), m(n), eos(new Gas(g)) {}
  std::vector<double> x, v, rho, e, q, f, m;
  std::unique_ptr<Eos> eos;
  int cycle = 0; double time = 0;
  void forces(); void move(double dt);
};
__attribute__((noinline)) void Domain::forces() {
  for (size_t i = 0; i < rho.size(); i++) q[i] = eos->p(rho[i], e[i]);
  f[0] = -q[0]; f[rho.size()] = q[rho.size()-1];
  for (size_t i = 1; i < rho.size(); i++) f[i] = q[i-1] - q[i];
}
__attribute__((noinline)) void Domain::move(double dt) {
  for (size_t i = 0; i < x.size(); i++) { v[i] += dt * f[i]; x[i] += dt * v[i]; }
  for (size_t i = 0; i < rho.size(); i++) { double d = x[i+1]-x[i]; e[i] -= dt*q[i]*(v[i+1]-v[i])/m[i]; rho[i] = m[i]/d; }
  cycle++; time += dt;
}
extern "C" double run(const double *e0, int n, double g, int steps) {
  Domain d(n, g);
  for (int i = 0; i <= n; i++) d.x[i] = i;
  for (int i = 0; i < n; i++) { d.rho[i] = d.m[i] = 1 + 0.1*i; d.e[i] = e0[i]; }
  while (d.cycle < steps) { // time
    d.forces();
    d.move(0.01);
  }
  double s = 0; for (double a : d.v) s += a*a; for (double a : d.e) s += a;
  return s;
}
extern "C" double heap(const double *e0, int n, double g, int steps) {
  auto d = std::make_unique<Domain>(n, g);
  for (int i = 0; i <= n; i++) d->x[i] = i;
  for (int i = 0; i < n; i++) { d->rho[i] = d->m[i] = 1 + 0.1*i; d->e[i] = e0[i]; }
  for (int t = 0; t < steps; t++) { // steps
    d->forces();
    d->move(0.01);
  }
  double s = 0; for (double a : d->v) s += a*a; for (double a : d->e) s += a;
  return s;
}
