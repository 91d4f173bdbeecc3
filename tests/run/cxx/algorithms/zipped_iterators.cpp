// Adaptors of iterators: zip with references in a tuple, transform, filter, stride, chained lazily.
// rz: double f(double x[n] inout, const double w[n] in, int n=9)
// also: n=1
#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <tuple>
#include <vector>

namespace {

template <class... I> struct Zip {
    std::tuple<I...> at;
    using reference = std::tuple<typename std::iterator_traits<I>::reference...>;
    using value_type = reference;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;
    reference operator*() const
    {
        return std::apply([](auto &...i) { return reference(*i...); }, at);
    }
    Zip &operator++()
    {
        std::apply([](auto &...i) { (++i, ...); }, at);
        return *this;
    }
    bool operator!=(const Zip &o) const { return std::get<0>(at) != std::get<0>(o.at); }
    bool operator==(const Zip &o) const { return !(*this != o); }
};

template <class I, class F> struct Mapped {
    I at;
    F *f;
    using reference = decltype((*f)(*at));
    using value_type = reference;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;
    reference operator*() const { return (*f)(*at); }
    Mapped &operator++() { return ++at, *this; }
    bool operator!=(const Mapped &o) const { return at != o.at; }
    bool operator==(const Mapped &o) const { return at == o.at; }
};

template <class I, class P> struct Kept {
    I at, last;
    P *p;
    void settle()
    {
        while (at != last && !(*p)(*at))
            ++at;
    }
    decltype(*at) operator*() const { return *at; }
    Kept &operator++() { return ++at, settle(), *this; }
    bool operator!=(const Kept &o) const { return at != o.at; }
};

template <class I> struct Range {
    I first, last;
    I begin() const { return first; }
    I end() const { return last; }
};
template <class... C> auto zip(C &...c)
{
    using Z = Zip<decltype(c.begin())...>;
    return Range<Z>{Z{{c.begin()...}}, Z{{c.end()...}}};
}
template <class R, class F> auto mapped(R r, F &f)
{
    using M = Mapped<decltype(r.begin()), F>;
    return Range<M>{{r.begin(), &f}, {r.end(), &f}};
}
template <class R, class P> auto kept(R r, P &p)
{
    using K = Kept<decltype(r.begin()), P>;
    K first{r.begin(), r.end(), &p}, last{r.end(), r.end(), &p};
    first.settle();
    return Range<K>{first, last};
}

} // namespace

extern "C" double f(double *x, const double *w, int n)
{
    Range<double *> xs{x, x + n};
    Range<const double *> ws{w, w + n};
    std::vector<int> rank(n);
    std::iota(rank.begin(), rank.end(), 1);
    for (auto [v, u, r] : zip(xs, ws, rank))
        v = v * u + r * 0.1;
    auto product = [](const std::tuple<double &, const double &> &t) { return std::get<0>(t) * std::get<1>(t); };
    auto large = [&](double p) { return p > 0.5; };
    double s = 0, place = 1;
    for (double p : kept(mapped(zip(xs, ws), product), large))
        s += p * p / place++;
    auto scaled = [&s](const std::tuple<const double &, int &> &t) { return std::get<0>(t) * std::get<1>(t) + s; };
    auto pairs = mapped(zip(ws, rank), scaled);
    return s + std::accumulate(pairs.begin(), pairs.end(), 0.0, [](double a, double b) { return 0.5 * a + b * b; });
}
