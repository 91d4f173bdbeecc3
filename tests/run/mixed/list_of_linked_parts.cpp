// A list of parts that know each other, another of places in it: nodes of numbers and nodes of addresses.
// rz: double walked(const double x[n] in, int n=6)
// also: n=1
#include <list>

namespace {
struct Part {
    double size;
    int uses;
    Part *below;
};
struct Shelf {
    std::list<Part *> parts;
    std::list<std::list<Part *>::iterator> marked;
    int moves = 0;
};
} // namespace

extern "C" double walked(const double *x, int n)
{
    Shelf shelf;
    Part *last = nullptr;
    for (int i = 0; i < n; i++) {
        last = new Part{x[i] * x[i], i, last};
        shelf.parts.push_front(last);
        if (i % 2)
            shelf.marked.push_back(shelf.parts.begin());
    }
    for (auto at : shelf.marked) {
        shelf.parts.splice(shelf.parts.end(), shelf.parts, at);
        shelf.moves++;
        (*at)->size *= 1 + 0.1 * shelf.moves;
    }
    double s = 0, k = 1;
    for (const auto *part : shelf.parts) {
        s += part->size * k;
        if (part->below)
            s *= 1 + part->below->size * part->uses;
        k += shelf.marked.size();
    }
    for (auto *part : shelf.parts)
        delete part;
    return s;
}
