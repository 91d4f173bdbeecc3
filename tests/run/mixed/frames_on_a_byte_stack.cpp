// Frames with numbers and links are pushed and popped on a stack of bytes whose top is an index.
// rz: double evaluated(const double x[n] in 0.2..1.5, int n=6)
// also: n=1
#include <cstddef>
#include <cstdint>

namespace {

struct Frame {
    double value;
    Frame *below;
};

class Stack {
public:
    Frame *push(double value)
    {
        std::uintptr_t at = reinterpret_cast<std::uintptr_t>(bytes_ + top_);
        std::uintptr_t fit = (at + 15) & ~std::uintptr_t(15);
        padding_ += fit - at;
        top_ += (fit - at) + sizeof(Frame);
        Frame *made = reinterpret_cast<Frame *>(fit);
        made->value = value;
        made->below = last_;
        last_ = made;
        return made;
    }

    double pop()
    {
        double found = last_->value;
        last_ = last_->below;
        top_ -= sizeof(Frame);
        return found;
    }

    Frame *last() const { return last_; }

private:
    std::size_t top_ = 0;
    std::size_t padding_ = 0;
    Frame *last_ = nullptr;
    unsigned char bytes_[1024];
};

}  // namespace

extern "C" double evaluated(const double *x, int n)
{
    Stack stack;
    stack.push(1.0);
    for (int i = 0; i < n; i++) {
        stack.push(x[i]);
        double a = stack.pop();
        double b = stack.pop();
        stack.push(a * b + a / (1 + b * b));
    }
    return stack.last()->value;
}
