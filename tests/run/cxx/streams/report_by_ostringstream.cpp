// A class whose report() formats numbers with ostringstream, asked for in the middle.
// rz: double f(const double x[n] in, int n=4)
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

class Model {
    std::vector<double> weights_;
    double loss_ = 0.0;
    std::string last_;

  public:
    explicit Model(const double *x, int n) : weights_(x, x + n) {}
    void step()
    {
        for (double &w : weights_)
            loss_ += w * w;
        last_ = report();
    }
    std::string report() const
    {
        std::ostringstream out;
        out << "loss " << std::setprecision(4) << loss_ << " of " << weights_.size();
        return out.str();
    }
    double loss() const { return loss_; }
    std::size_t length() const { return last_.size(); }
};

extern "C" double f(const double *x, int n)
{
    Model m(x, n);
    m.step();
    m.step();
    return m.loss() + (m.length() > 1000 ? 1.0 : 0.0);
}
