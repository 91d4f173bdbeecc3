// A diamond of virtual bases with data, covariant clones, calls through each base, visitors.
// rz: double visited(const double x[6] in, int n=5)
// also: n=0
#include <memory>
#include <vector>

namespace {
struct Scaler;
struct Shifter;
struct Visitor {
    virtual ~Visitor() = default;
    virtual void see(Scaler &) = 0;
    virtual void see(Shifter &) = 0;
};
struct Node {
    double base = 0;
    virtual ~Node() = default;
    virtual double run(double v) const = 0;
    virtual Node *clone() const = 0;
    virtual void accept(Visitor &) = 0;
};
struct Named : virtual Node {
    int id = 0;
    double bonus = 1;
};
struct Counted : virtual Node {
    mutable int calls = 0;
    double per_call = 0.1;
};
struct Scaler : Named, Counted {
    double by = 1;
    double run(double v) const override
    {
        calls++;
        return base + v * by * bonus + per_call * calls;
    }
    Scaler *clone() const override { return new Scaler(*this); }
    void accept(Visitor &v) override { v.see(*this); }
};
struct Shifter : Named, Counted {
    double offset = 0;
    double run(double v) const override
    {
        calls += 2;
        return v + offset * base * bonus - per_call * calls;
    }
    Shifter *clone() const override { return new Shifter(*this); }
    void accept(Visitor &v) override { v.see(*this); }
};
struct Collect : Visitor {
    double sum = 0;
    void see(Scaler &s) override { sum += s.by * s.calls; }
    void see(Shifter &s) override { sum += s.offset * s.id; }
};
} // namespace

extern "C" double visited(const double *x, int n)
{
    std::vector<std::unique_ptr<Node>> all;
    for (int i = 0; i < n; i++) {
        if (i % 2) {
            auto s = std::make_unique<Scaler>();
            s->by = x[i % 6];
            s->base = x[(i + 1) % 6];
            s->bonus = x[(i + 2) % 6];
            all.push_back(std::move(s));
        } else {
            auto s = std::make_unique<Shifter>();
            s->offset = x[i % 6];
            s->base = x[(i + 3) % 6];
            s->id = i;
            all.push_back(std::move(s));
        }
        all.emplace_back(all.back()->clone());
    }
    double v = x[0];
    for (auto &one : all)
        v = one->run(v);
    Collect c;
    for (auto &one : all) {
        one->accept(c);
        if (auto *k = dynamic_cast<Counted *>(one.get()))
            v += k->per_call * k->calls * x[5];
    }
    return v * c.sum + v;
}
