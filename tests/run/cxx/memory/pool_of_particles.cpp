// A pool allocator, intrusive lists, CRTP and move-only handles in a particle code.
// rz: double simulate(const double p[n] in, int n=8, double k)
// flags: -std=c++20
#include <cmath>
#include <cstddef>
#include <memory_resource>
#include <list>
#include <map>
#include <memory>
#include <vector>
template <class D> struct Force { double operator()(double r) const { return static_cast<const D*>(this)->at(r); } };
struct Spring : Force<Spring> { double k; explicit Spring(double k) : k(k) {} double at(double r) const { return -k * r; } };
struct Soft : Force<Soft> { double e; explicit Soft(double e) : e(e) {} double at(double r) const { return 1 / (r * r + e); } };
template <class T> class Pool {
    union Slot { Slot* next; alignas(T) unsigned char raw[sizeof(T)]; };
    std::vector<std::unique_ptr<Slot[]>> chunks_; Slot* free_ = nullptr;
public:
    template <class... A> T* make(A&&... a) {
        if (!free_) { chunks_.push_back(std::make_unique<Slot[]>(4)); for (int i = 0; i < 4; ++i) { chunks_.back()[i].next = free_; free_ = &chunks_.back()[i]; } }
        Slot* s = free_; free_ = s->next;
        return new (s->raw) T{std::forward<A>(a)...};
    }
    void drop(T* t) { t->~T(); Slot* s = reinterpret_cast<Slot*>(t); s->next = free_; free_ = s; }
};
struct Particle { double x, v; Particle* next; };
extern "C" double simulate(const double* p, int n, double k) {
    Pool<Particle> pool;
    Particle* head = nullptr;
    for (int i = 0; i < n; ++i) head = pool.make(Particle{p[i], 0.1 * i, head});
    Spring spring(k); Soft soft(k * k + 0.1);
    double out = 0;
    for (int t = 0; t < 6; ++t) {
        for (Particle* a = head; a; a = a->next) { a->v += 0.01 * spring(a->x); if (a->next) a->v += 0.02 * soft(a->x - a->next->x); a->x += 0.1 * a->v; }
        if (t % 2) { Particle* gone = head; out += gone->x * gone->x; head = head->next; pool.drop(gone); }
        else head = pool.make(Particle{head->x * 0.5, out, head});
    }
    for (Particle* a = head; a; a = a->next) out += a->x * a->v;
    return out;
}
