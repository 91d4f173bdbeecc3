// A step that fails throws a copy of all that it knows: vectors, nodes and blocks are made and linked
// on the way out and in handlers that throw on, and are cleaned up with all others. It does not fail.
// rz: double steps(const double x[n] in 0.3..1.1, int n=6)
#include <cstdlib>
#include <stdexcept>
#include <vector>

struct Node {
    Node *next;
    double v;
};

struct Chain {
    Node *head = nullptr;
    ~Chain()
    {
        while (head) {
            Node *n = head;
            head = n->next;
            delete n;
        }
    }
};

static __attribute__((noinline)) void link(Chain &c, Node *n)
{
    n->next = c.head;
    c.head = n;
}

struct Squares {
    double **p = nullptr;
    int n = 0;
    void add(double v)
    {
        p = static_cast<double **>(std::realloc(p, (n + 1) * sizeof *p));
        p[n++] = new double(v);
    }
    ~Squares()
    {
        for (int i = 0; i < n; i++)
            delete p[i];
        std::free(p);
    }
};

struct Failed {
    std::vector<std::vector<double>> rows;
    double worst;
};

static double step(Chain &c, Squares &squares, double v, double limit)
{
    link(c, new Node{nullptr, v});
    squares.add(v * v);
    if (v > limit) {
        std::vector<std::vector<double>> rows;
        for (Node *q = c.head; q; q = q->next)
            rows.push_back({q->v, q->v * 2});
        link(c, new Node{nullptr, v * 3});
        squares.add(v);
        throw Failed{rows, v};
    }
    return v * *squares.p[squares.n - 1];
}

extern "C" double steps(const double *x, int n)
{
    double sum = 0, w = 1;
    for (int j = 0; j < n / 2; j++) {
        Chain c;
        Squares squares;
        try {
            for (int i = 0; i < n; i++) {
                w = 0.7 * w + x[i];
                sum += step(c, squares, w, 100.0);
            }
        } catch (Failed &t) {
            link(c, new Node{nullptr, t.worst});
            squares.add(t.rows.back()[0]);
            throw;
        } catch (std::exception &) {
            squares.add(2 * w);
            throw;
        }
        for (Node *n = c.head; n; n = n->next)
            sum += n->v * 0.1;
    }
    return sum;
}
