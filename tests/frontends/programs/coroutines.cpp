// flags: -std=c++20
// Coroutines: frames, suspension, promises.
#include <coroutine>
#include <exception>
template <class T> struct Generator {
  struct promise_type { T value{}; Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() { return {}; } std::suspend_always final_suspend() noexcept { return {}; } std::suspend_always yield_value(T v) { value = v; return {}; } void return_void() {} void unhandled_exception() { std::terminate(); } };
  std::coroutine_handle<promise_type> h; explicit Generator(std::coroutine_handle<promise_type> g) : h(g) {} Generator(const Generator &) = delete; ~Generator() { if (h) h.destroy(); } bool next() { h.resume(); return !h.done(); } T value() const { return h.promise().value; } };
Generator<double> powers(double x, int n) { double p = 1; for (int i = 0; i < n; i++) { co_yield p; p *= x; } }
double summed(double x, int n) { auto g = powers(x, n); double s = 0; while (g.next()) s += g.value(); return s; }
