// A network whose layers are split reverse calls, tapes kept in a vector, run backwards afterwards.
#include <cstdlib>
#include <vector>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_tape, enzyme_dupnoneed, enzyme_allocated;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

struct Layer {
    int in, out;
    std::vector<double> w, dw;
};

static void layer(const double *w, const double *x, double *y, int in, int out, int kind)
{
    for (int o = 0; o < out; o++) {
        double s = 0;
        for (int i = 0; i < in; i++)
            s += w[o * in + i] * x[i];
        switch (kind) {
        case 0: y[o] = std::tanh(s); break;
        case 1: y[o] = s > 0 ? s * s : 0.1 * s; break;
        default: y[o] = std::exp(-s * s); break;
        }
    }
}

static double whole(std::vector<Layer> &net, const double *x, double *gx)
{
    std::vector<std::vector<double>> a{std::vector<double>(x, x + net[0].in)}, da{std::vector<double>(net[0].in)};
    std::vector<void *> tapes;
    for (std::size_t k = 0; k < net.size(); k++) {
        Layer &l = net[k];
        a.emplace_back(l.out);
        da.emplace_back(l.out);
        tapes.push_back(__enzyme_augmentfwd((void *)layer, enzyme_dup, l.w.data(), l.dw.data(), enzyme_dup, a[k].data(), da[k].data(), enzyme_dup, a[k + 1].data(), da[k + 1].data(), enzyme_const, l.in, enzyme_const, l.out, enzyme_const, (int)k % 3));
    }
    double loss = 0;
    for (std::size_t i = 0; i < a.back().size(); i++) {
        loss += a.back()[i] * a.back()[i];
        da.back()[i] = 2 * a.back()[i];
    }
    for (std::size_t k = net.size(); k-- > 0;) {
        Layer &l = net[k];
        __enzyme_reverse((void *)layer, enzyme_dup, l.w.data(), l.dw.data(), enzyme_dup, a[k].data(), da[k].data(), enzyme_dup, a[k + 1].data(), da[k + 1].data(), enzyme_const, l.in, enzyme_const, l.out, enzyme_const, (int)k % 3, enzyme_tape, tapes[k]);
    }
    if (gx)
        for (int i = 0; i < net[0].in; i++)
            gx[i] = da[0][i];
    return loss;
}

int main()
{
    std::vector<Layer> net;
    int sizes[] = {3, 4, 2, 3, 1};
    for (int k = 0; k < 4; k++) {
        Layer l{sizes[k], sizes[k + 1], {}, {}};
        for (int i = 0; i < l.in * l.out; i++)
            l.w.push_back(std::sin(1.7 * i + k) * 0.6);
        l.dw.assign(l.w.size(), 0.0);
        net.push_back(l);
    }
    double x[3] = {0.3, -0.8, 1.1}, gx[3];
    whole(net, x, gx);
    std::vector<std::vector<double>> kept;
    for (Layer &l : net)
        kept.push_back(l.dw);
    for (int i = 0; i < 3; i++) {
        double h = 1e-5, was = x[i];
        x[i] = was + h;
        double up = whole(net, x, nullptr);
        x[i] = was - h;
        double down = whole(net, x, nullptr);
        x[i] = was;
        near_within("x", gx[i], (up - down) / (2 * h), 1e-8);
    }
    for (std::size_t k = 0; k < net.size(); k++)
        for (std::size_t i = 0; i < net[k].w.size(); i++) {
            double h = 1e-5, was = net[k].w[i];
            net[k].w[i] = was + h;
            double up = whole(net, x, nullptr);
            net[k].w[i] = was - h;
            double down = whole(net, x, nullptr);
            net[k].w[i] = was;
            near_within("w", kept[k][i], (up - down) / (2 * h), 1e-8);
        }
    return wrong;
}
