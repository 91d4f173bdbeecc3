// Records of a name and a number, and two dozen messages: some tell a number that has a derivative.
// rz: double total(const double value[n] in, const double weight[3] in, int n=6, double most=2.5)
// also: n=1
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

class InputError : public std::runtime_error {
public:
    InputError(const std::string &where, const std::string &what)
        : std::runtime_error(where + ": " + what), where_(where) {}
    const std::string &where() const { return where_; }

private:
    std::string where_;
};

struct Record {
    std::string name;
    double value;
    std::string unit;
};

class Table {
public:
    void add(const std::string &name, double value, const std::string &unit) {
        if (name.empty()) throw InputError("record in " + unit, "it has no name");
        if (unit.empty()) throw InputError("record " + name, "it has no unit");
        if (index_.count(name)) throw InputError("record " + name, "it is there twice");
        if (!(value > 0)) throw InputError("record " + name, described("its value", value));
        if (value > 1e6) throw InputError("record " + name, "it is too large");
        Record made;
        made.name = name;
        made.value = value;
        made.unit = unit;
        index_[name] = records_.size();
        records_.push_back(made);
    }

    double value(const std::string &name, const std::string &unit) const {
        std::map<std::string, std::size_t>::const_iterator it = index_.find(name);
        if (it == index_.end()) throw InputError("record " + name, "there is none");
        const Record &found = records_[it->second];
        if (found.unit != unit)
            throw InputError("record " + name, "it is in " + found.unit + ", not in " + unit);
        return found.value;
    }

    double sum(const std::string &unit, double most) const {
        double sum = 0;
        for (const Record &record : records_) {
            if (record.unit != unit) continue;
            if (record.value > most * 10)
                throw InputError("record " + record.name, "it is beyond its limit");
            sum += record.value * record.value / (most + record.value);
        }
        if (!(sum < 1e9)) throw InputError("records in " + unit, described("their sum", sum));
        return sum;
    }

private:
    static std::string described(const std::string &name, double value) {
        std::ostringstream text;
        text << name << " is " << value;
        return text.str();
    }

    std::vector<Record> records_;
    std::map<std::string, std::size_t> index_;
};

static double checked(const std::string &what, double value) {
    if (std::isnan(value)) throw InputError(what, "it is no number");
    if (!(value > 0)) {
        std::ostringstream text;
        text << "it is " << value << ", which is not positive";
        throw InputError("given " + what, text.str());
    }
    return value;
}

extern "C" double total(const double *value, const double *weight, int n, double most) {
    Table table;
    for (int i = 0; i < n; ++i) {
        std::ostringstream name;
        name << "r" << i;
        table.add(name.str(), checked("value " + name.str(), value[i]), i % 2 ? "kg" : "m");
    }
    checked("most", most);
    double first = weight[2] * table.value("r0", "m");
    return weight[0] * table.sum("m", most) + weight[1] * table.sum("kg", most) + first;
}
