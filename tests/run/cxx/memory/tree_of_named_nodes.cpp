// A tree of nodes with names, held by unique_ptr, found by path; each has a number that counts.
// rz: double tree(const double x[n] in 0.5..1.5, int n=5)
#include <memory>
#include <string>
#include <vector>

namespace {

struct Node {
    std::string name;
    double weight;
    std::vector<std::unique_ptr<Node>> children;
    Node(std::string n, double w) : name(std::move(n)), weight(w) {}
    Node *add(std::string n, double w)
    {
        children.push_back(std::make_unique<Node>(std::move(n), w));
        return children.back().get();
    }
    double total() const
    {
        double sum = weight;
        for (const auto &child : children)
            sum += 0.5 * weight * child->total();
        return sum;
    }
    const Node *find(const std::string &path) const
    {
        std::size_t slash = path.find('/');
        std::string head = path.substr(0, slash);
        for (const auto &child : children)
            if (child->name == head)
                return slash == std::string::npos ? child.get() : child->find(path.substr(slash + 1));
        return nullptr;
    }
};

} // namespace

extern "C" double tree(const double *x, int n)
{
    Node root("root", x[0]);
    Node *branch = root.add("a branch with many leaves", x[1 % n]);
    for (int i = 2; i < n; i++)
        branch->add("leaf" + std::to_string(i), x[i] * x[i]);
    root.add("stump", x[n - 1]);
    const Node *leaf = root.find("a branch with many leaves/leaf3");
    return root.total() + (leaf ? leaf->weight * 3 : 0);
}
