// Steps of a reaction with diffusion on a torus of 32 × 32 cells, in containers of fixed size;
// neighbours are chosen by `?:`.

#include <array>
#include <memory>

namespace {

constexpr int n = 32;

template <class T, int Rows, int Columns> struct Grid {
    std::array<T, Rows * Columns> cells;
    T &operator()(int i, int j) { return cells[i * Columns + j]; }
    const T &operator()(int i, int j) const { return cells[i * Columns + j]; }
};

using Field = Grid<double, n, n>;

template <class F> double laplace(const F &u, int i, int j)
{
    int up = i == 0 ? n - 1 : i - 1, down = i == n - 1 ? 0 : i + 1;
    int left = j == 0 ? n - 1 : j - 1, right = j == n - 1 ? 0 : j + 1;
    return u(up, j) + u(down, j) + u(i, left) + u(i, right) - 4 * u(i, j);
}

template <class F> void step(const F &u, const F &v, F &u_next, F &v_next, const double *rates)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double uvv = u(i, j) * v(i, j) * v(i, j);
            u_next(i, j) = u(i, j) + rates[0] * laplace(u, i, j) - uvv + rates[2] * (1 - u(i, j));
            v_next(i, j) =
                v(i, j) + rates[1] * laplace(v, i, j) + uvv - (rates[2] + rates[3]) * v(i, j);
        }
}

} // namespace

extern "C" double stencil(const double *start, const double *rates, int steps)
{
    auto u = std::make_unique<Field>(), v = std::make_unique<Field>();
    auto u_next = std::make_unique<Field>(), v_next = std::make_unique<Field>();
    for (int i = 0; i < n * n; i++) {
        u->cells[i] = start[i];
        v->cells[i] = start[n * n + i];
    }
    for (int s = 0; s < steps; s++) {
        step(*u, *v, *u_next, *v_next, rates);
        std::swap(u, u_next);
        std::swap(v, v_next);
    }
    double total = 0;
    for (int i = 0; i < n * n; i++)
        total += v->cells[i] * v->cells[i];
    return total;
}
