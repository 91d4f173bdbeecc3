// Values yielded by a coroutine, its frame on the heap: a generator of partial sums.
// rz: double summed(const double x[n] in, double a, int n=6)
// also: n=0
// flags: -std=c++20
#include <coroutine>
#include <exception>
#include <utility>

namespace {

class Generator {
public:
    struct promise_type {
        double value = 0;
        Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(double v) noexcept
        {
            value = v;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };

    explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(const Generator &) = delete;
    ~Generator() { handle.destroy(); }

    bool next()
    {
        handle.resume();
        return !handle.done();
    }
    double value() const { return handle.promise().value; }

private:
    std::coroutine_handle<promise_type> handle;
};

Generator partial(const double *x, int n, double a)
{
    double sum = a;
    for (int i = 0; i < n; i++) {
        sum += x[i] * sum;
        co_yield sum;
    }
}

} // namespace

extern "C" double summed(const double *x, double a, int n)
{
    Generator g = partial(x, n, a);
    double s = a;
    while (g.next())
        s += g.value() * g.value();
    return s;
}
