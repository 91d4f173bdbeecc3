// Records are read member by member, of every type that a stream reads, beside an active number.
// needs: types, libstdc++
// rz: double f(const double x[4] in, int n=4)
#include <sstream>
#include <string>
#include <vector>
struct Record {
    int id;
    double value;
    unsigned count;
    std::size_t size;
    short level;
    bool on;
    long long far;
    char unit;
    std::string name;
};
extern "C" double f(const double *x, int n)
{
    std::istringstream in("3 7 100 -2 1 -5 m alpha  1 6 200 2 0 17 k a-name-that-is-too-long-for-a-string  2 5 9 1");
    std::vector<Record> records;
    for (int i = 0; i < n; i++) {
        Record r{9, 0, 1, 2, 3, false, 4, 'g', ""};
        r.value = x[i] * x[0];
        in >> r.id >> r.count >> r.size >> r.level >> r.on >> r.far >> r.unit >> r.name;
        records.push_back(r);
    }
    double s = 0;
    for (auto &r : records)
        s += (r.id * r.value + r.count + r.size * 0.5 + r.level + r.on + r.far * 0.2 + r.name.size()) * r.value
             * (r.unit == 'm' ? 2 : 3);
    return s;
}
