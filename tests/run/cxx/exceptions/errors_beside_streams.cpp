// Exceptions of the program's own, with a message, beside streams that are read line by line.
// rz: double deck(double a, double b, const double x[n] in, int n=3, int bad=0)
// needs: libstdc++
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Law {
    virtual ~Law() = default;
    virtual double at(double x) const = 0;
};
struct Linear final : Law {
    double slope;
    explicit Linear(double slope) : slope(slope) {}
    double at(double x) const override { return slope * x; }
};

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

static std::string trim(const std::string &s) {
    auto a = s.find_first_not_of(" \t"), b = s.find_last_not_of(" \t");
    return a == std::string::npos ? std::string() : s.substr(a, b - a + 1);
}

class Deck {
public:
    explicit Deck(const std::string &text) {
        std::istringstream in(text);
        std::string line, section = "global";
        while (std::getline(in, line)) {
            line = trim(line);
            if (line.empty()) continue;
            auto eq = line.find('=');
            if (eq == std::string::npos) throw Error("no '=' in: " + line);
            values_[section][trim(line.substr(0, eq))] = trim(line.substr(eq + 1));
        }
    }
    std::vector<std::string> words(const std::string &section, const std::string &key) const {
        std::vector<std::string> list;
        auto s = values_.find(section);
        if (s == values_.end() || !s->second.count(key)) throw Error("nothing is named " + key);
        std::istringstream in(s->second.at(key));
        for (std::string w; in >> w;) list.push_back(w);
        return list;
    }

private:
    std::map<std::string, std::map<std::string, std::string>> values_;
};

extern "C" double deck(double a, double b, const double *x, int n, int bad) {
    static const char *const texts[] = {"laws = steep flat\n\n", "laws\n", "law = flat\n"};
    std::map<std::string, std::shared_ptr<const Law>> laws;
    laws.emplace("steep", std::make_shared<Linear>(3 * a));
    laws.emplace("flat", std::make_shared<Linear>(a * b));
    double sum = 0;
    try {
        for (const std::string &word : Deck(texts[bad]).words("global", "laws"))
            for (int i = 0; i < n; i++) sum += laws.at(word)->at(x[i]);
    } catch (const Error &) {
        sum = a * x[0];
    }
    return sum;
}
