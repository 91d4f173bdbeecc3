// Words and lines are read into one string each, over those before; their lengths and characters are factors.
// rz: double f(const double x[4] in, int n=4)
// also: n=0
#include <sstream>
#include <string>
extern "C" double f(const double *x, int n)
{
    std::istringstream words("a bbbb cc gamma-with-a-long-name-that-is-on-the-heap");
    std::istringstream lines("a rather long text, number 1\nb other text\n\nd text number 4, still longer");
    std::string word, line(100, 'a');
    double s = 1;
    for (int i = 0; i < n; i++) {
        words >> word;
        std::getline(lines, line);
        s *= word.size() * x[i] * (1 + line.size()) * x[i];
        s *= word[0] == 'c' ? 2 : line[0] == 'b' ? 3 : 0.1;
    }
    return s;
}
