// Small steppers for ordinary differential equations on std::array states: x' = f(x, t).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace steppers {

template <std::size_t N> using State = std::array<double, N>;

// One step of Euler's method.
struct Euler {
    template <std::size_t N, class System>
    void step(System system, State<N> &x, double t, double dt) const {
        State<N> slope;
        system(x, slope, t);
        for (std::size_t i = 0; i < N; i++)
            x[i] += dt * slope[i];
    }
};

template <class Stepper, class System, std::size_t N>
void integrate_steps(Stepper stepper, System system, State<N> &x, double t, double dt, int steps) {
    for (int i = 0; i < steps; i++)
        stepper.step(system, x, t + i * dt, dt);
}

// The embedded pair of orders 5 and 4 by Cash and Karp.
struct CashKarp {
    template <std::size_t N, class System>
    void step(System system, const State<N> &x, double t, double dt, State<N> &to,
              State<N> &error) const {
        static constexpr double c[6] = {0, 1. / 5, 3. / 10, 3. / 5, 1, 7. / 8};
        static constexpr double a[6][5] = {
            {},
            {1. / 5},
            {3. / 40, 9. / 40},
            {3. / 10, -9. / 10, 6. / 5},
            {-11. / 54, 5. / 2, -70. / 27, 35. / 27},
            {1631. / 55296, 175. / 512, 575. / 13824, 44275. / 110592, 253. / 4096}};
        static constexpr double fifth[6] = {37. / 378, 0, 250. / 621, 125. / 594, 0, 512. / 1771};
        static constexpr double fourth[6] = {2825. / 27648, 0,           18575. / 48384,
                                             13525. / 55296, 277. / 14336, 1. / 4};
        State<N> slope[6];
        for (int s = 0; s < 6; s++) {
            State<N> at = x;
            for (int r = 0; r < s; r++)
                for (std::size_t i = 0; i < N; i++)
                    at[i] += dt * a[s][r] * slope[r][i];
            system(at, slope[s], t + c[s] * dt);
        }
        for (std::size_t i = 0; i < N; i++) {
            to[i] = x[i];
            error[i] = 0;
            for (int s = 0; s < 6; s++) {
                to[i] += dt * fifth[s] * slope[s][i];
                error[i] += dt * (fifth[s] - fourth[s]) * slope[s][i];
            }
        }
    }
};

// Steps as long as the tolerance allows, from t to end; the number of steps taken or tried.
template <class Stepper, class System, std::size_t N>
int integrate_adaptive(Stepper stepper, System system, State<N> &x, double t, double end, double dt,
                       double absolute, double relative) {
    int tried = 0;
    while (t < end) {
        if (t + dt > end)
            dt = end - t;
        State<N> to, error;
        stepper.step(system, x, t, dt, to, error);
        double worst = 0;
        for (std::size_t i = 0; i < N; i++)
            worst = std::max(worst, std::abs(error[i]) / (absolute + relative * std::abs(x[i])));
        tried++;
        if (worst > 1) {
            dt *= std::max(0.9 * std::pow(worst, -1. / 3), 0.2);
            continue;
        }
        t += dt;
        x = to;
        if (worst < 0.5)
            dt *= std::min(0.9 * std::pow(std::max(worst, 1e-4), -1. / 5), 5.);
    }
    return tried;
}

} // namespace steppers
