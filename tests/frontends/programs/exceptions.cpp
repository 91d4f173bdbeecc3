// Thrown, caught, rethrown, cleaned up after; specifications; function try blocks.
#include <stdexcept>
#include <string>
struct Trace { double &x; explicit Trace(double &y) : x(y) { x += 1; } ~Trace() { x *= 2; } };
double risky(double x) { if (x < 0) throw std::domain_error("negative"); if (x > 100) throw 42; if (x == 50) throw std::string("fifty"); return x; }
double caught(double x) { try { Trace t(x); return risky(x) + 1; } catch (const std::domain_error &e) { return e.what()[0]; } catch (int i) { return i; } }
double passed(double x) { try { return risky(x); } catch (...) { x = 0; throw; } }
double promised(double x) noexcept { return risky(x); }
double nested(double x) { try { try { Trace a(x), b(x); risky(-x); } catch (const std::logic_error &) { throw std::runtime_error("again"); } } catch (const std::exception &e) { return static_cast<double>(std::string(e.what()).size()); } return x; }
struct Held { std::string s; double v; Held(double x) try : s("held"), v(risky(x)) {} catch (...) { throw 1; } };
double held(double x) { Held h(x); return h.v + static_cast<double>(h.s.size()); }
double array(int n) { auto *p = new std::string[static_cast<unsigned>(n)]; double r = static_cast<double>(p[0].size()); delete[] p; return r; }
