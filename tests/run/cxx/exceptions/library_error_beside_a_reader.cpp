// Exceptions that the library throws (`at`, `stod`), caught by their base class where text is read.
// rz: double lookup(const double x[n] in, int n=4, int deck=0)
// needs: libstdc++
#include <exception>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Reader {
    std::istringstream in;
    std::vector<std::string> notes;
    explicit Reader(const std::string &text) : in(text) {}
    bool next(std::string &name, int &index) {
        std::string number;
        if (!(in >> name >> number)) return false;
        try {
            index = std::stoi(number);
        } catch (const std::exception &e) {
            notes.push_back(std::string(e.what()) + ": " + number);
            index = 0;
        }
        return true;
    }
};

extern "C" double lookup(const double *x, int n, int deck) {
    static const char *const texts[] = {"p 0 q 1", "p 2 q one r 3", "p 0 s 7"};
    Reader reader(texts[deck]);
    std::map<std::string, double> values;
    const std::vector<double> table(x, x + n);
    std::string name;
    int index = 0;
    while (reader.next(name, index)) {
        try {
            values[name] = table.at(static_cast<std::size_t>(index)) * x[0];
        } catch (const std::out_of_range &) {
            values[name] = 0.5 * x[n - 1];
            reader.notes.emplace_back("out of range: " + name);
        }
    }
    double sum = static_cast<double>(reader.notes.size());
    for (const auto &[key, value] : values) sum += value * value;
    return sum;
}
