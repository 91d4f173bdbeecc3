// Containers with an allocator of the program's own: a bump arena behind a template.
// rz: double stacked(const double x[n] in, int n=8)
// also: n=0
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <vector>

namespace {
class Arena {
public:
    void *take(std::size_t size, std::size_t align)
    {
        std::size_t at = (used + align - 1) / align * align;
        if (blocks.empty() || at + size > 512) {
            blocks.push_back(std::make_unique<unsigned char[]>(512));
            at = 0;
        }
        used = at + size;
        return blocks.back().get() + at;
    }

private:
    std::vector<std::unique_ptr<unsigned char[]>> blocks;
    std::size_t used = 0;
};

template <class T> struct Bump {
    using value_type = T;
    Arena *arena;
    explicit Bump(Arena &a) : arena(&a) {}
    template <class U> Bump(const Bump<U> &o) : arena(o.arena) {}
    T *allocate(std::size_t n) { return static_cast<T *>(arena->take(n * sizeof(T), alignof(T))); }
    void deallocate(T *, std::size_t) {}
    template <class U> bool operator==(const Bump<U> &o) const { return arena == o.arena; }
    template <class U> bool operator!=(const Bump<U> &o) const { return arena != o.arena; }
};
} // namespace

extern "C" double stacked(const double *x, int n)
{
    Arena arena;
    std::vector<double, Bump<double>> v{Bump<double>(arena)};
    std::list<double, Bump<double>> l{Bump<double>(arena)};
    for (int i = 0; i < n; i++) {
        v.push_back(x[i] * x[i]);
        l.push_front(v.back() + x[i]);
        if (i % 3 == 2)
            l.pop_back();
    }
    double s = 0, k = 1;
    for (double e : l)
        s += e * k++;
    for (double e : v)
        s *= 1 + 0.1 * e;
    return s;
}
