// A formula is cut into tokens, turned into reverse Polish notation and evaluated with variables by name.
// rz: double formula(double x 0.5..1.5, double y, double z)
#include <cctype>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace {

struct Token {
    std::string text;
    double value;
    int rank;
};

int rank_of(char c) { return c == '+' || c == '-' ? 1 : c == '*' || c == '/' ? 2 : c == '^' ? 3 : 0; }

std::vector<Token> polish(const std::string &text, const std::map<std::string, double> &variables)
{
    std::vector<Token> out, waiting;
    for (std::size_t i = 0; i < text.size();) {
        char c = text[i];
        if (std::isalpha(c)) {
            std::size_t j = i;
            while (j < text.size() && std::isalpha(text[j]))
                j++;
            std::string name = text.substr(i, j - i);
            auto found = variables.find(name);
            out.push_back({name, found == variables.end() ? 0 : found->second, 0});
            i = j;
            continue;
        }
        if (c == '(') {
            waiting.push_back({"(", 0, 0});
        } else if (c == ')') {
            while (waiting.back().text != "(") {
                out.push_back(waiting.back());
                waiting.pop_back();
            }
            waiting.pop_back();
        } else if (int rank = rank_of(c)) {
            while (!waiting.empty() && waiting.back().rank >= rank) {
                out.push_back(waiting.back());
                waiting.pop_back();
            }
            waiting.push_back({std::string(1, c), 0, rank});
        }
        i++;
    }
    for (; !waiting.empty(); waiting.pop_back())
        out.push_back(waiting.back());
    return out;
}

double evaluated(const std::vector<Token> &tokens)
{
    std::vector<double> stack;
    for (const Token &token : tokens) {
        if (token.rank == 0) {
            stack.push_back(token.value);
            continue;
        }
        double right = stack.back();
        stack.pop_back();
        double &left = stack.back();
        switch (token.text[0]) {
        case '+': left += right; break;
        case '-': left -= right; break;
        case '*': left *= right; break;
        case '/': left /= right; break;
        case '^': left = std::pow(left, right); break;
        }
    }
    return stack.back();
}

} // namespace

extern "C" double formula(double x, double y, double z)
{
    std::map<std::string, double> variables{{"x", x}, {"longitude", y}, {"z", z}};
    return evaluated(polish("x * (longitude + z) - longitude ^ x / (z + x * x)", variables));
}
