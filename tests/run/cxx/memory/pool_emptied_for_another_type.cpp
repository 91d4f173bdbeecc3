// A pool is emptied and gives its memory to objects of another class, in every round.
// rz: double f(const double x[n] in, int rounds=3, int n=5)
// also: n=1
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>

struct Link {
    long from, weight;
};

struct Pair {
    double square, share;
};

struct Pool {
    char *start, *next;
    explicit Pool(std::size_t bytes) : start(static_cast<char *>(std::malloc(bytes))), next(start) {}
    ~Pool() { std::free(start); }
    void *take(std::size_t bytes)
    {
        void *taken = next;
        next += bytes;
        return taken;
    }
    void empty() { next = start; }
};

extern "C" double f(const double *x, int rounds, int n)
{
    Pool pool(64 * n);
    double s = 0;
    for (int k = 0; k < rounds; k++) {
        auto **links = static_cast<Link **>(pool.take(n * sizeof(Link *)));
        for (int i = 0; i < n; i++)
            links[i] = new (pool.take(sizeof(Link))) Link{(i + k) % n, i + 1};
        for (int i = 0; i < n; i++)
            s += x[links[i]->from] * links[i]->weight;
        pool.empty();
        auto *pairs = static_cast<Pair *>(pool.take(n * sizeof(Pair)));
        for (int i = 0; i < n; i++)
            new (&pairs[i]) Pair{x[i] * x[i], x[i] * s / 10};
        for (int i = 0; i < n; i++)
            s += std::sin(pairs[i].square) * pairs[(i + 1) % n].share;
        pool.empty();
    }
    return s;
}
