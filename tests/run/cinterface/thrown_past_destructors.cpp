// An exception leaves through destructors that stay calls: what they free loses its shadow too.
#include <malloc.h>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <vector>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

struct Buffer {
    double *data;
    explicit Buffer(int n) : data(static_cast<double *>(std::malloc(n * sizeof(double)))) {}
    __attribute__((noinline)) ~Buffer();
    Buffer(const Buffer &) = delete;
};
Buffer::~Buffer()
{
    std::free(data);
}

struct Layer {
    virtual double run(double x) = 0;
    virtual ~Layer() = default;
};
struct Table : Layer {
    std::vector<double> values;
    explicit Table(int n) : values(n, 0.5) {}
    double run(double x) override
    {
        for (double &v : values)
            v *= x;
        return values.back();
    }
    __attribute__((noinline)) ~Table() override;
};
Table::~Table()
{
    values.clear();
}

__attribute__((noinline)) static void release(Layer *layer)
{
    delete layer;
}
struct Owner {
    Layer *held;
    explicit Owner(Layer *l) : held(l) {}
    __attribute__((noinline)) ~Owner() { release(held); }
};

__attribute__((noinline)) static double inner(double x, const double *limit)
{
    Buffer b(4);
    double s = 0;
    for (int i = 0; i < 4; i++) {
        b.data[i] = x * x * (i + 1);
        if (b.data[i] > *limit)
            throw std::domain_error("too large");
        s += b.data[i] * b.data[i];
    }
    return s;
}

static double outer(double x, const double *limit)
{
    Buffer b(8);
    Owner table(new Table(3));
    std::unique_ptr<double[]> more(new double[2]);
    b.data[0] = x;
    more[1] = x * x;
    double s = table.held->run(x);
    for (int i = 1; i < 8; i++)
        b.data[i] = b.data[i - 1] * x;
    return inner(b.data[2], limit) + s + more[1];
}

static int attempt(double limit)
{
    try {
        __enzyme_autodiff((void *)outer, enzyme_out, 1.1, enzyme_const, &limit);
    } catch (const std::domain_error &) {
        return 1;
    }
    return 0;
}

static int attempt_split(double limit)
{
    try {
        void *tape = __enzyme_augmentfwd((void *)outer, enzyme_out, 1.1, enzyme_const, &limit);
        return __enzyme_reverse((void *)outer, enzyme_out, 1.1, enzyme_const, &limit, tape) > 1e9;
    } catch (const std::domain_error &) {
        return 1;
    }
}

static int attempt_forward(double limit)
{
    try {
        __enzyme_fwddiff((void *)outer, enzyme_dup, 1.1, 1.0, enzyme_const, &limit);
    } catch (const std::domain_error &) {
        return 1;
    }
    return 0;
}

int main()
{
    double x = 1.1, none = 1e9;
    double expect = 12 * 30 * std::pow(x, 11) + 0.5 + 2 * x;
    near("not thrown", __enzyme_autodiff((void *)outer, enzyme_out, x, enzyme_const, &none), expect);
    near("not thrown, forward", __enzyme_fwddiff((void *)outer, enzyme_dup, x, 1.0, enzyme_const, &none), expect);
    for (double limit : {0.1, 3.0, 5.0}) {
        for (int i = 0; i < 8; i++) // the allocator's own caches fill
            near("thrown", attempt(limit) + attempt_forward(limit) + attempt_split(limit), 3);
        std::size_t before = mallinfo2().uordblks;
        for (int i = 0; i < 50; i++)
            attempt(limit);
        near("live heap", double(mallinfo2().uordblks), double(before));
        for (int i = 0; i < 50; i++)
            attempt_split(limit);
        near("live heap, split", double(mallinfo2().uordblks), double(before));
        for (int i = 0; i < 50; i++)
            attempt_forward(limit);
        near("live heap, forward", double(mallinfo2().uordblks), double(before));
    }
    std::size_t before = mallinfo2().uordblks;
    for (int i = 0; i < 50; i++)
        __enzyme_autodiff((void *)outer, enzyme_out, x, enzyme_const, &none);
    near("live heap of what was not thrown", double(mallinfo2().uordblks), double(before));
    return wrong;
}
