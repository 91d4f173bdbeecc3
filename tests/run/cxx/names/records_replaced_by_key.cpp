// Records of a text and numbers are replaced in maps by moving them in; the maps end in their owner.
// rz: double recorded(const double x[3] in, int n=6)
#include <map>
#include <string>

struct Record {
    std::string name;
    double weight = 0, value = 0;
};

struct Archive {
    std::map<std::string, Record> records;
    double total = 0;
    void keep(Record record)
    {
        total += record.weight;
        std::string key = record.name.substr(0, 3);
        records[key] = std::move(record);
    }
};

extern "C" double recorded(const double *x, int n)
{
    Archive archive;
    for (int i = 0; i < n; i++) {
        Record r;
        r.name = std::string(i % 2 ? "odd" : "even") + " number " + std::to_string(i);
        r.weight = x[i % 3] * x[0], r.value = i * x[1];
        archive.keep(std::move(r));
    }
    double sum = 0;
    for (const auto &[key, r] : archive.records) sum += r.weight * r.value * r.name.size();
    return sum / archive.total;
}
