// std::atomic, threads, locks, once.
#include <atomic>
#include <mutex>
#include <thread>
std::atomic<double> total{0}; std::atomic<int> count; std::mutex lock; std::once_flag once;
void added(double x) { double old = total.load(); while (!total.compare_exchange_weak(old, old + x)) {} count.fetch_add(1, std::memory_order_relaxed); }
double locked(double x) { std::lock_guard<std::mutex> g(lock); static double sum; sum += x; return sum; }
double threaded(double x) { std::thread a(added, x), b([x] { added(2 * x); }); a.join(); b.join(); std::call_once(once, [] { count = 100; }); return total + count; }
struct Pair { int a, b; }; std::atomic<Pair> pair; Pair exchanged(Pair p) { return pair.exchange(p); }
