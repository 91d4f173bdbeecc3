// Steps of n bodies under gravity, by value in a struct of structs.
#include <array>
#include <cmath>

constexpr int N = 5;

struct Vec {
    double x, y, z;
};
struct Body {
    Vec place, speed;
    double mass;
};
using System = std::array<Body, N>;

static System stepped(System now, double dt) {
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++) {
            Body &a = now[i], &b = now[j];
            Vec d = {a.place.x - b.place.x, a.place.y - b.place.y, a.place.z - b.place.z};
            double square = d.x * d.x + d.y * d.y + d.z * d.z;
            double pull = dt / (square * std::sqrt(square));
            a.speed.x -= d.x * b.mass * pull;
            a.speed.y -= d.y * b.mass * pull;
            a.speed.z -= d.z * b.mass * pull;
            b.speed.x += d.x * a.mass * pull;
            b.speed.y += d.y * a.mass * pull;
            b.speed.z += d.z * a.mass * pull;
        }
    for (Body &body : now) {
        body.place.x += dt * body.speed.x;
        body.place.y += dt * body.speed.y;
        body.place.z += dt * body.speed.z;
    }
    return now;
}

extern "C" double nbody(const System *__restrict start, double dt, int steps) {
    System now = *start;
    for (int i = 0; i < steps; i++)
        now = stepped(now, dt);
    double total = 0;
    for (const Body &body : now)
        total += body.place.x * body.place.x + body.place.y * body.place.y
            + body.place.z * body.place.z;
    return total;
}
