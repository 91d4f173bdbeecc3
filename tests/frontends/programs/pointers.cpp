// Owners of memory: unique, shared, weak; placement, cookies, over-aligned allocation.
#include <memory>
#include <new>
struct Node { double v; std::unique_ptr<Node> l, r; explicit Node(double x) : v(x) {} }; struct Link { double v; std::shared_ptr<Link> next; std::weak_ptr<Link> back; explicit Link(double x) : v(x) {} };
struct alignas(64) Wide { double v[8]; }; struct Own { double d; static void *operator new(std::size_t n) { return ::operator new(n + 8); } static void operator delete(void *p) { ::operator delete(p); } virtual ~Own() {} };
std::unique_ptr<Node> inserted(std::unique_ptr<Node> t, double v) { if (!t) return std::make_unique<Node>(v); auto &c = v < t->v ? t->l : t->r; c = inserted(std::move(c), v); return t; }
double walked(const Node *n) { return n ? walked(n->l.get()) + n->v + walked(n->r.get()) : 0; }
double shared(double x) { auto a = std::make_shared<Link>(x), b = std::make_shared<Link>(x * 2); a->next = b; b->back = a; return b->back.lock()->v + static_cast<double>(a.use_count()); }
double placed(double x) { alignas(Wide) unsigned char raw[sizeof(Wide)]; auto *w = new (raw) Wide{{x, 2}}; double r = w->v[1]; w->~Wide(); auto *o = new Own; delete o; auto *big = new Wide[3]; r += big[1].v[0] = x; delete[] big; return r; }
double maybe(std::size_t n) { auto *p = new (std::nothrow) double[n](); if (!p) return -1; double r = p[0]; delete[] p; return r; }
