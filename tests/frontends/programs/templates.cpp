// flags: -std=c++20
// Templates: values, packs, specialisation, expressions, curious recursion, dual numbers.
#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
template <class T> struct Dual { T v{}, d{}; friend Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; } friend Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; } };
template <class T> T cube(T x) { return x * x * x + x; }
template <std::size_t N, class F> constexpr auto folded(F f) { return [&]<std::size_t... I>(std::index_sequence<I...>) { return (f(I) + ...); }(std::make_index_sequence<N>{}); }
template <int N> struct Factorial { static constexpr long value = N * Factorial<N - 1>::value; }; template <> struct Factorial<0> { static constexpr long value = 1; };
template <class D> struct Base { double twice(double x) { return 2 * static_cast<D *>(this)->once(x); } }; struct Derived : Base<Derived> { double once(double x) { return x + 1; } };
template <class A, class B> struct Sum { A a; B b; double operator[](std::size_t i) const { return a[i] + b[i]; } }; template <class A, class B> Sum<A, B> sum(A a, B b) { return {a, b}; }
template <class T> concept Number = std::is_arithmetic_v<T>; template <Number... T> auto mean(T... x) { return (static_cast<double>(x) + ...) / sizeof...(x); }
template <class T> inline T variable = T(3); template <class T> double described(T x) { if constexpr (std::is_integral_v<T>) return x; else return std::sqrt(x); }
double slope(double x) { return cube(Dual<double>{x, 1}).d; } float single(float x) { return cube(x); }
double all(double x) { std::array<double, 4> a{x, x * 2, x * 3, 4}; Derived d; auto e = sum(sum(a, a), a); return folded<4>([&](std::size_t i) { return e[i]; }) + d.twice(x) + Factorial<10>::value + mean(1, 2.5f, x) + variable<double> + described(3) + described(x); }
std::tuple<int, double, char> made(double x) { return {1, x, 'c'}; } double unpacked(double x) { auto [a, b, c] = made(x); return a + b + c; }
