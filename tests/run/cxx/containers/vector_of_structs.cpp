// A vector of structs with a nested vector; growth moves the elements.
// rz: double f(const double x[n] in, int n=7)
// also: n=0
#include <utility>
#include <vector>

struct Track {
    double weight = 1.0;
    int id = 0;
    std::vector<double> points;
};

extern "C" double f(const double *x, int n)
{
    std::vector<Track> tracks;
    for (int i = 0; i < n; i++) {
        Track t;
        t.id = i;
        t.weight = x[i];
        for (int k = 0; k <= i % 3; k++)
            t.points.push_back(x[(i + k) % n] * t.weight);
        tracks.push_back(std::move(t));
    }
    double s = 0.0;
    for (const auto &t : tracks)
        for (double p : t.points)
            s += p * p * (t.id + 1) + t.weight;
    return s;
}
