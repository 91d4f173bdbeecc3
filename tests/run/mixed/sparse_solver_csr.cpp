// A sparse matrix assembled from triplets through a map, stored by rows, Jacobi iterations.
// rz: double f(const double k[5] in, const double b[6] in, int iterations=4)
// also: iterations=0
#include <map>
#include <utility>
#include <vector>

struct Csr {
    std::vector<int> start{0}, column;
    std::vector<double> value;
};

static Csr assemble(const double *k)
{
    std::map<std::pair<int, int>, double> entry;
    for (int e = 0; e < 5; e++) {
        entry[{e, e}] += k[e];
        entry[{e + 1, e + 1}] += k[e];
        entry[{e, e + 1}] -= k[e];
        entry[{e + 1, e}] -= k[e];
    }
    for (int i = 0; i < 6; i++)
        entry[{i, i}] += 1.0;
    Csr m;
    for (const auto &[at, v] : entry) {
        while (static_cast<int>(m.start.size()) <= at.first)
            m.start.push_back(static_cast<int>(m.column.size()));
        m.column.push_back(at.second);
        m.value.push_back(v);
    }
    m.start.push_back(static_cast<int>(m.column.size()));
    return m;
}

extern "C" double f(const double *k, const double *b, int iterations)
{
    Csr m = assemble(k);
    std::vector<double> x(b, b + 6), next(6);
    for (int t = 0; t < iterations; t++) {
        for (int i = 0; i < 6; i++) {
            double diagonal = 1.0, s = b[i];
            for (int p = m.start[i]; p < m.start[i + 1]; p++)
                if (m.column[p] == i)
                    diagonal = m.value[p];
                else
                    s -= m.value[p] * x[m.column[p]];
            next[i] = s / diagonal;
        }
        x.swap(next);
    }
    double energy = 0.0;
    for (int i = 0; i < 6; i++)
        energy += x[i] * x[i] + x[i] * m.value[i];
    return energy;
}
