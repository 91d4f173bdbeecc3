// Finite elements for heat conduction: a mesh of several kinds of elements, materials, solvers by name.
// rz: double conduct(const double conductivity[3] in 0.8..1.6, const double source[6] in -1..1, const double bend[4] in -0.1..0.1, double exponent=0.35, double probes[count] out, int nx=3, int ny=2, int count=4, int variant=0)
// also: variant=1
// also: variant=2, nx=2
// also: variant=3, nx=4, ny=1
// also: variant=4, count=3
// also: variant=5, nx=2
// tolerance: loose
/*
 * thermal - steady and transient heat conduction in a plate of several materials
 *
 * Quadrilaterals, triangles, edges that exchange heat and bars that bridge a gap; conductivities
 * that depend on the temperature; Newton's method with a line search; conjugate gradients, an LU
 * decomposition and successive over-relaxation, chosen by name; results by name.
 */
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace thermal {

using Index = std::size_t;
using Vector = std::vector<double>;

// ---------------------------------------------------------------------------------------- errors

class ThermalError : public std::runtime_error {
public:
    explicit ThermalError(const std::string &what) : std::runtime_error("thermal: " + what) {}
};

class OptionError : public ThermalError {
public:
    OptionError(const std::string &key, const std::string &why)
        : ThermalError("option '" + key + "': " + why), key_(key) {}
    const std::string &key() const noexcept { return key_; }

private:
    std::string key_;
};

class MeshError : public ThermalError {
public:
    MeshError(int element, const char *why)
        : ThermalError("element " + std::to_string(element) + ": " + why), element_(element) {}
    int element() const noexcept { return element_; }

private:
    int element_;
};

class NotConverged : public ThermalError {
public:
    NotConverged(const std::string &solver, int iterations)
        : ThermalError(solver + " after " + std::to_string(iterations) + " iterations"),
          iterations(iterations) {}
    int iterations;
};

// ----------------------------------------------------------------------------------------- log

class Log {
public:
    enum Level { quiet = 0, normal = 1, verbose = 2 };

    explicit Log(Level level = normal) : level_(level) {}

    void operator()(Level level, const char *format, ...) {
        if (level > level_) return;
        char line[160];
        va_list arguments;
        va_start(arguments, format);
        std::vsnprintf(line, sizeof line, format, arguments);
        va_end(arguments);
        lines_.push_back(line);
        if (lines_.size() > 200) lines_.erase(lines_.begin(), lines_.begin() + 100);
    }

    std::size_t size() const { return lines_.size(); }
    const std::string &last() const { return lines_.back(); }

private:
    Level level_;
    std::vector<std::string> lines_;
};

// -------------------------------------------------------------------------------------- options

static std::string trim(const std::string &text) {
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string::npos) return "";
    const auto last = text.find_last_not_of(" \t\n");
    return text.substr(first, last - first + 1);
}

class Options {
public:
    Options() = default;

    explicit Options(const std::string &text) {
        std::size_t at = 0;
        while (at < text.size()) {
            auto end = text.find(';', at);
            if (end == std::string::npos) end = text.size();
            const std::string item = trim(text.substr(at, end - at));
            at = end + 1;
            if (item.empty()) continue;
            const auto equals = item.find('=');
            if (equals == std::string::npos) throw OptionError(item, "no value");
            values_[trim(item.substr(0, equals))] = trim(item.substr(equals + 1));
        }
    }

    void set(const std::string &key, const std::string &value) { values_[key] = value; }
    bool has(const std::string &key) const { return values_.count(key) > 0; }

    std::string text(const std::string &key, const std::string &otherwise) const {
        const auto found = values_.find(key);
        return found == values_.end() ? otherwise : found->second;
    }

    double number(const std::string &key, double otherwise) const {
        const auto found = values_.find(key);
        if (found == values_.end()) return otherwise;
        try {
            return std::stod(found->second);
        } catch (const std::exception &) {
            throw OptionError(key, "'" + found->second + "' is no number");
        }
    }

    int integer(const std::string &key, int otherwise) const {
        return static_cast<int>(number(key, otherwise));
    }

private:
    std::map<std::string, std::string> values_;
};

// ------------------------------------------------------------------------------- small algebra

struct Point {
    double x = 0, y = 0;
    Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
    Point operator-(const Point &o) const { return {x - o.x, y - o.y}; }
    Point operator*(double s) const { return {x * s, y * s}; }
    double norm() const { return std::sqrt(x * x + y * y); }
};

class Dense {
public:
    Dense() = default;
    Dense(Index rows, Index columns) : rows_(rows), columns_(columns), data_(rows * columns, 0.0) {}
    double &operator()(Index i, Index j) { return data_[i * columns_ + j]; }
    double operator()(Index i, Index j) const { return data_[i * columns_ + j]; }
    void resize(Index rows, Index columns) {
        rows_ = rows;
        columns_ = columns;
        data_.assign(rows * columns, 0.0);
    }
    Index rows() const { return rows_; }

private:
    Index rows_ = 0, columns_ = 0;
    Vector data_;
};

static double dot(const Vector &a, const Vector &b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

static double norm(const Vector &a) { return std::sqrt(dot(a, a)); }

/* Rows are filled in any order, then packed. */
class Sparse {
public:
    explicit Sparse(Index n) : building_(n), start_(n + 1, 0) {}

    void add(Index i, Index j, double value) { building_[i][j] += value; }

    void pack() {
        columns_.clear();
        values_.clear();
        for (Index i = 0; i < building_.size(); ++i) {
            for (const auto &[j, value] : building_[i]) {
                columns_.push_back(j);
                values_.push_back(value);
            }
            start_[i + 1] = columns_.size();
        }
    }

    Index size() const { return building_.size(); }

    Vector operator*(const Vector &x) const {
        Vector y(size(), 0.0);
        for (Index i = 0; i < size(); ++i) {
            double sum = 0;
            for (Index k = start_[i]; k < start_[i + 1]; ++k) sum += values_[k] * x[columns_[k]];
            y[i] = sum;
        }
        return y;
    }

    double diagonal(Index i) const {
        for (Index k = start_[i]; k < start_[i + 1]; ++k)
            if (columns_[k] == i) return values_[k];
        throw ThermalError("a row without a diagonal");
    }

    template <typename F>
    void row(Index i, F &&f) const {
        for (Index k = start_[i]; k < start_[i + 1]; ++k) f(columns_[k], values_[k]);
    }

private:
    std::vector<std::map<Index, double>> building_;
    std::vector<Index> start_, columns_;
    Vector values_;
};

// ------------------------------------------------------------------------------------ materials

class Material {
public:
    explicit Material(std::string name) : name_(std::move(name)) {}
    virtual ~Material() = default;
    virtual double conductivity(double temperature) const = 0;
    virtual double slope(double temperature) const = 0;
    virtual double capacity() const { return 1.0; }
    virtual bool is_linear() const { return true; }
    const std::string &name() const { return name_; }

private:
    std::string name_;
};

class Constant final : public Material {
public:
    Constant(std::string name, double k) : Material(std::move(name)), k_(k) {}
    double conductivity(double) const override { return k_; }
    double slope(double) const override { return 0; }

private:
    double k_;
};

class PowerLaw final : public Material {
public:
    PowerLaw(std::string name, double k, double exponent)
        : Material(std::move(name)), k_(k), exponent_(exponent) {}
    double conductivity(double t) const override { return k_ * std::pow(base(t), exponent_); }
    double slope(double t) const override {
        return k_ * exponent_ * std::pow(base(t), exponent_ - 1) * 0.2;
    }
    double capacity() const override { return 1.4; }
    bool is_linear() const override { return false; }

private:
    static double base(double t) { return 1.5 + 0.2 * t; }
    double k_, exponent_;
};

class Table final : public Material {
public:
    Table(std::string name, double scale, std::vector<std::pair<double, double>> rows)
        : Material(std::move(name)), scale_(scale), rows_(std::move(rows)) {}
    double conductivity(double t) const override {
        const auto at = interval(t);
        const auto &[t0, k0] = rows_[at];
        const auto &[t1, k1] = rows_[at + 1];
        return scale_ * (k0 + (k1 - k0) * (t - t0) / (t1 - t0));
    }
    double slope(double t) const override {
        const auto at = interval(t);
        return scale_ * (rows_[at + 1].second - rows_[at].second)
               / (rows_[at + 1].first - rows_[at].first);
    }
    bool is_linear() const override { return false; }

private:
    Index interval(double t) const {
        const auto above = std::upper_bound(rows_.begin() + 1, rows_.end() - 1, t,
                                            [](double v, const auto &row) { return v < row.first; });
        return static_cast<Index>(above - rows_.begin()) - 1;
    }
    double scale_;
    std::vector<std::pair<double, double>> rows_;
};

// ------------------------------------------------------------------------------------- elements

struct Node {
    Point at;
    int id = -1;
    bool is_fixed = false;
    double value = 0;
};

struct Local {
    Dense stiffness, mass;
    Vector residual;
    void reset(Index n) {
        stiffness.resize(n, n);
        mass.resize(n, n);
        residual.assign(n, 0.0);
    }
};

class Element {
public:
    Element(std::vector<int> nodes, std::shared_ptr<const Material> material)
        : nodes_(std::move(nodes)), material_(std::move(material)) {}
    virtual ~Element() = default;
    Element(const Element &) = delete;
    Element &operator=(const Element &) = delete;

    virtual const char *kind() const = 0;
    virtual void evaluate(const std::vector<Node> &mesh, const Vector &t, Local &out) const = 0;
    virtual double measure(const std::vector<Node> &mesh) const = 0;
    virtual Point flux(const std::vector<Node> &, const Vector &) const { return {}; }

    const std::vector<int> &nodes() const { return nodes_; }
    const Material &material() const { return *material_; }
    void heat(double source) { source_ = source; }

protected:
    std::vector<int> nodes_;
    std::shared_ptr<const Material> material_;
    double source_ = 0;
};

/* An element that is mapped from a reference element and integrated there. */
template <int N, int Q>
class Mapped : public Element {
public:
    using Element::Element;
    using Shape = std::array<double, N>;

    void evaluate(const std::vector<Node> &mesh, const Vector &t, Local &out) const override {
        out.reset(N);
        for (int q = 0; q < Q; ++q) {
            Shape shape{};
            std::array<Point, N> gradient{};
            const double weight = map(mesh, q, shape, gradient);
            double temperature = 0;
            Point slope;
            for (int a = 0; a < N; ++a) {
                temperature += shape[a] * t[nodes_[a]];
                slope = slope + gradient[a] * t[nodes_[a]];
            }
            const double k = material().conductivity(temperature);
            const double dk = material().slope(temperature);
            for (int a = 0; a < N; ++a) {
                const double along = gradient[a].x * slope.x + gradient[a].y * slope.y;
                out.residual[a] += weight * (k * along - source_ * shape[a]);
                for (int b = 0; b < N; ++b) {
                    const double inner =
                        gradient[a].x * gradient[b].x + gradient[a].y * gradient[b].y;
                    out.stiffness(a, b) += weight * (k * inner + dk * shape[b] * along);
                    out.mass(a, b) += weight * material().capacity() * shape[a] * shape[b];
                }
            }
        }
    }

    double measure(const std::vector<Node> &mesh) const override {
        double area = 0;
        for (int q = 0; q < Q; ++q) {
            Shape shape{};
            std::array<Point, N> gradient{};
            area += map(mesh, q, shape, gradient);
        }
        return area;
    }

    Point flux(const std::vector<Node> &mesh, const Vector &t) const override {
        Point total;
        for (int q = 0; q < Q; ++q) {
            Shape shape{};
            std::array<Point, N> gradient{};
            const double weight = map(mesh, q, shape, gradient);
            double temperature = 0;
            for (int a = 0; a < N; ++a) temperature += shape[a] * t[nodes_[a]];
            const double k = material().conductivity(temperature);
            for (int a = 0; a < N; ++a)
                total = total - gradient[a] * (weight * k * t[nodes_[a]]);
        }
        return total;
    }

protected:
    struct Station {
        double r, s, weight;
    };
    virtual Station station(int q) const = 0;
    virtual void shapes(const Station &at, Shape &shape, std::array<Point, N> &by) const = 0;

private:
    double map(const std::vector<Node> &mesh, int q, Shape &shape,
               std::array<Point, N> &gradient) const {
        const Station at = station(q);
        std::array<Point, N> by{};
        shapes(at, shape, by);
        double j[2][2] = {{0, 0}, {0, 0}};
        for (int a = 0; a < N; ++a) {
            const Point &p = mesh[nodes_[a]].at;
            j[0][0] += by[a].x * p.x;
            j[0][1] += by[a].x * p.y;
            j[1][0] += by[a].y * p.x;
            j[1][1] += by[a].y * p.y;
        }
        const double det = j[0][0] * j[1][1] - j[0][1] * j[1][0];
        if (det <= 0) throw MeshError(nodes_[0], "turned inside out");
        for (int a = 0; a < N; ++a) {
            gradient[a].x = (j[1][1] * by[a].x - j[0][1] * by[a].y) / det;
            gradient[a].y = (j[0][0] * by[a].y - j[1][0] * by[a].x) / det;
        }
        return at.weight * det;
    }
};

class Quadrilateral final : public Mapped<4, 4> {
public:
    using Mapped::Mapped;
    const char *kind() const override { return "quadrilateral"; }

protected:
    Station station(int q) const override {
        static const double g = 1 / std::sqrt(3.0);
        static const Station stations[] = {{-g, -g, 1}, {g, -g, 1}, {g, g, 1}, {-g, g, 1}};
        return stations[q];
    }
    void shapes(const Station &at, Shape &shape, std::array<Point, 4> &by) const override {
        static const int sign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        for (int a = 0; a < 4; ++a) {
            const double r = 1 + sign[a][0] * at.r, s = 1 + sign[a][1] * at.s;
            shape[a] = r * s / 4;
            by[a] = {sign[a][0] * s / 4, sign[a][1] * r / 4};
        }
    }
};

class Triangle final : public Mapped<3, 3> {
public:
    using Mapped::Mapped;
    const char *kind() const override { return "triangle"; }

protected:
    Station station(int q) const override {
        static constexpr std::array<Station, 3> stations = {
            Station{1. / 6, 1. / 6, 1. / 6}, {2. / 3, 1. / 6, 1. / 6}, {1. / 6, 2. / 3, 1. / 6}};
        return stations.at(q);
    }
    void shapes(const Station &at, Shape &shape, std::array<Point, 3> &by) const override {
        shape = {1 - at.r - at.s, at.r, at.s};
        by = {Point{-1, -1}, {1, 0}, {0, 1}};
    }
};

/* An edge that gives heat to its surroundings, by convection and by radiation. */
class Exchange final : public Element {
public:
    Exchange(std::vector<int> nodes, std::shared_ptr<const Material> material, double film,
             double outside, double emission)
        : Element(std::move(nodes), std::move(material)), film_(film), outside_(outside),
          emission_(emission) {}
    const char *kind() const override { return "exchange"; }
    double measure(const std::vector<Node> &mesh) const override {
        return (mesh[nodes_[1]].at - mesh[nodes_[0]].at).norm();
    }
    void evaluate(const std::vector<Node> &mesh, const Vector &t, Local &out) const override {
        out.reset(2);
        const double half = measure(mesh) / 2;
        for (Index a = 0; a < 2; ++a) {
            const double value = t[nodes_[a]], absolute = value + 3;
            const double outer = std::pow(outside_ + 3, 4);
            out.residual[a] = half * (film_ * (value - outside_)
                                      + emission_ * (absolute * absolute * absolute * absolute - outer));
            out.stiffness(a, a) = half * (film_ + 4 * emission_ * std::pow(absolute, 3));
        }
    }

private:
    double film_, outside_, emission_;
};

class Bar final : public Element {
public:
    using Element::Element;
    const char *kind() const override { return "bar"; }
    double measure(const std::vector<Node> &mesh) const override {
        return std::hypot(mesh[nodes_[1]].at.x - mesh[nodes_[0]].at.x,
                          mesh[nodes_[1]].at.y - mesh[nodes_[0]].at.y);
    }
    void evaluate(const std::vector<Node> &mesh, const Vector &t, Local &out) const override {
        out.reset(2);
        const double mean = (t[nodes_[0]] + t[nodes_[1]]) / 2;
        const double k = material().conductivity(mean) / measure(mesh);
        const double flow = k * (t[nodes_[0]] - t[nodes_[1]]);
        out.residual[0] = flow;
        out.residual[1] = -flow;
        for (Index a = 0; a < 2; ++a)
            for (Index b = 0; b < 2; ++b) out.stiffness(a, b) = a == b ? k : -k;
    }
};

// ----------------------------------------------------------------------------------------- mesh

class Mesh {
public:
    std::vector<Node> nodes;
    std::vector<std::unique_ptr<Element>> elements;
    std::map<std::string, std::vector<int>> sets;

    int node(Point at) {
        Node made;
        made.at = at;
        made.id = static_cast<int>(nodes.size());
        nodes.push_back(made);
        return made.id;
    }

    template <typename E, typename... Arguments>
    E &element(Arguments &&...arguments) {
        auto made = std::make_unique<E>(std::forward<Arguments>(arguments)...);
        E &reference = *made;
        elements.push_back(std::move(made));
        return reference;
    }

    void fix(const std::string &set, const std::function<double(const Point &)> &value) {
        const auto found = sets.find(set);
        if (found == sets.end()) throw ThermalError("no set '" + set + "'");
        for (int id : found->second) {
            nodes[id].is_fixed = true;
            nodes[id].value = value(nodes[id].at);
        }
    }

    std::map<std::string, int> census() const {
        std::map<std::string, int> found;
        for (const auto &one : elements) ++found[one->kind()];
        return found;
    }
};

class Library {
public:
    void add(std::shared_ptr<const Material> one) { materials_[one->name()] = std::move(one); }
    std::shared_ptr<const Material> operator[](const std::string &name) const {
        const auto found = materials_.find(name);
        if (found == materials_.end()) throw ThermalError("no material '" + name + "'");
        return found->second;
    }

private:
    std::map<std::string, std::shared_ptr<const Material>> materials_;
};

/* A plate of nx times ny cells; its columns change from one material to the next. */
class PlateBuilder {
public:
    PlateBuilder(int nx, int ny, const double *bend) : nx_(nx), ny_(ny), bend_(bend, bend + 4) {}

    Mesh build(const Library &materials, const Options &options, const Vector &source) const {
        Mesh mesh;
        for (int j = 0; j <= ny_; ++j)
            for (int i = 0; i <= nx_; ++i) {
                const int id = mesh.node(place(i, j));
                if (i == 0) mesh.sets["left"].push_back(id);
                if (i == nx_) mesh.sets["right"].push_back(id);
                if (j == ny_) mesh.sets["top"].push_back(id);
            }
        const std::string cells = options.text("cells", "quads");
        const std::vector<std::string> names = {"core", "skin"};
        for (int j = 0; j < ny_; ++j)
            for (int i = 0; i < nx_; ++i) {
                const auto material = materials[names[(i + j) % names.size()]];
                const int a = id(i, j), b = id(i + 1, j), c = id(i + 1, j + 1), d = id(i, j + 1);
                const double heat = source[(i + 2 * j) % source.size()];
                if (cells == "quads" || (cells == "mixed" && i % 2 == 0)) {
                    mesh.element<Quadrilateral>(std::vector<int>{a, b, c, d}, material).heat(heat);
                } else {
                    mesh.element<Triangle>(std::vector<int>{a, b, c}, material).heat(heat);
                    mesh.element<Triangle>(std::vector<int>{a, c, d}, material).heat(0.5 * heat);
                }
            }
        const double film = options.number("film", 0.8);
        const double emission = options.number("emission", 0);
        const auto &top = mesh.sets.at("top");
        for (auto here = top.begin(); std::next(here) != top.end(); ++here)
            mesh.element<Exchange>(std::vector<int>{*here, *std::next(here)}, materials["core"],
                                   film, options.number("outside", 0.2), emission);
        if (options.has("bridge"))
            mesh.element<Bar>(std::vector<int>{id(0, ny_), id(nx_, 0)},
                              materials[options.text("bridge", "")]);
        return mesh;
    }

private:
    int id(int i, int j) const { return j * (nx_ + 1) + i; }
    Point place(int i, int j) const {
        const double u = double(i) / nx_, v = double(j) / ny_;
        return {2 * u + bend_[0] * v * v + bend_[1] * u * v, v + bend_[2] * u * (1 - u) + bend_[3] * u};
    }
    int nx_, ny_;
    Vector bend_;
};

// --------------------------------------------------------------------------------------- solvers

class Solver {
public:
    virtual ~Solver() = default;
    virtual Vector solve(const Sparse &a, const Vector &b) = 0;
    virtual std::string name() const = 0;
    int iterations() const { return iterations_; }

protected:
    int iterations_ = 0;
};

class Gradients final : public Solver {
public:
    explicit Gradients(const Options &o)
        : most_(o.integer("iterations", 200)), tolerance_(o.number("tolerance", 1e-13)) {}
    std::string name() const override { return "cg"; }
    Vector solve(const Sparse &a, const Vector &b) override {
        const Index n = a.size();
        Vector x(n, 0.0), r = b, z(n), p(n);
        for (Index i = 0; i < n; ++i) z[i] = r[i] / a.diagonal(i);
        p = z;
        double rho = dot(r, z);
        const double first = norm(b);
        for (iterations_ = 0; norm(r) > tolerance_ * first; ++iterations_) {
            if (iterations_ >= most_) throw NotConverged(name(), iterations_);
            const Vector ap = a * p;
            const double alpha = rho / dot(p, ap);
            for (Index i = 0; i < n; ++i) {
                x[i] += alpha * p[i];
                r[i] -= alpha * ap[i];
                z[i] = r[i] / a.diagonal(i);
            }
            const double next = dot(r, z);
            const double beta = next / rho;
            rho = next;
            std::transform(z.begin(), z.end(), p.begin(), p.begin(),
                           [beta](double zi, double pi) { return zi + beta * pi; });
        }
        return x;
    }

private:
    int most_;
    double tolerance_;
};

class Decomposition final : public Solver {
public:
    explicit Decomposition(const Options &) {}
    std::string name() const override { return "lu"; }
    Vector solve(const Sparse &a, const Vector &b) override {
        const Index n = a.size();
        Dense m(n, n);
        for (Index i = 0; i < n; ++i) a.row(i, [&](Index j, double v) { m(i, j) = v; });
        Vector x = b;
        for (Index k = 0; k < n; ++k) {
            Index pivot = k;
            for (Index i = k + 1; i < n; ++i)
                if (std::abs(m(i, k)) > std::abs(m(pivot, k))) pivot = i;
            if (m(pivot, k) == 0.0) throw ThermalError("a singular matrix");
            if (pivot != k) {
                for (Index j = 0; j < n; ++j) std::swap(m(k, j), m(pivot, j));
                std::swap(x[k], x[pivot]);
            }
            for (Index i = k + 1; i < n; ++i) {
                const double factor = m(i, k) / m(k, k);
                if (factor == 0.0) continue;
                for (Index j = k; j < n; ++j) m(i, j) -= factor * m(k, j);
                x[i] -= factor * x[k];
            }
        }
        for (Index i = n; i-- > 0;) {
            for (Index j = i + 1; j < n; ++j) x[i] -= m(i, j) * x[j];
            x[i] /= m(i, i);
        }
        iterations_ = 1;
        return x;
    }
};

class Relaxation final : public Solver {
public:
    explicit Relaxation(const Options &o)
        : omega_(o.number("omega", 1.4)), sweeps_(o.integer("sweeps", 400)) {}
    std::string name() const override { return "sor"; }
    Vector solve(const Sparse &a, const Vector &b) override {
        Vector x(b.size(), 0.0);
        for (iterations_ = 0; iterations_ < sweeps_; ++iterations_) {
            double change = 0;
            for (Index i = 0; i < x.size(); ++i) {
                double sum = b[i], diagonal = 1;
                a.row(i, [&](Index j, double v) {
                    if (j == i) diagonal = v;
                    else sum -= v * x[j];
                });
                const double step = omega_ * (sum / diagonal - x[i]);
                x[i] += step;
                change = std::max(change, std::fabs(step));
            }
            if (change < 1e-14) return x;
        }
        throw NotConverged(name(), iterations_);
    }

private:
    double omega_;
    int sweeps_;
};

class SolverFactory {
public:
    using Maker = std::function<std::unique_ptr<Solver>(const Options &)>;

    static const SolverFactory &standard() {
        static const SolverFactory made = [] {
            SolverFactory f;
            f.enter<Gradients>("cg");
            f.enter<Decomposition>("lu");
            f.enter<Relaxation>("sor");
            return f;
        }();
        return made;
    }

    std::unique_ptr<Solver> make(const std::string &name, const Options &options) const {
        const auto found = makers_.find(name);
        if (found == makers_.end()) throw OptionError("solver", "there is no '" + name + "'");
        return found->second(options);
    }

private:
    template <typename S>
    void enter(const std::string &name) {
        makers_[name] = [](const Options &options) { return std::make_unique<S>(options); };
    }
    std::map<std::string, Maker> makers_;
};

// --------------------------------------------------------------------------------------- problem

class Problem {
public:
    Problem(Mesh mesh, Options options, Log &log)
        : mesh_(std::move(mesh)), options_(std::move(options)), log_(log),
          temperature_(mesh_.nodes.size(), 0.0) {}

    const Vector &run() {
        number();
        for (const Node &node : mesh_.nodes)
            if (node.is_fixed) temperature_[node.id] = node.value;
        const int steps = options_.integer("steps", 0);
        if (steps == 0) newton(nullptr, 0);
        for (int k = 0; k < steps; ++k) {
            const Vector before = temperature_;
            newton(&before, options_.number("step", 0.1));
            log_(Log::normal, "step %d: mean %.6f", k,
                 std::accumulate(temperature_.begin(), temperature_.end(), 0.0)
                     / static_cast<double>(temperature_.size()));
        }
        return temperature_;
    }

    std::map<std::string, double> results() const {
        std::map<std::string, double> found;
        double most = -1e30;
        for (const auto &one : mesh_.elements) {
            const Point flux = one->flux(mesh_.nodes, temperature_);
            found["flux"] += flux.x;
            found[std::string("size of ") + one->kind()] += one->measure(mesh_.nodes);
            double mean = 0;
            for (int id : one->nodes()) mean += temperature_[id];
            mean /= static_cast<double>(one->nodes().size());
            most = std::max(most, mean);
            found["content"] += one->material().capacity() * mean * one->measure(mesh_.nodes);
        }
        found["hottest"] = most;
        const auto right = mesh_.sets.find("right");
        if (right != mesh_.sets.end())
            for (int id : right->second)
                found["edge"] += temperature_[id] / static_cast<double>(right->second.size());
        return found;
    }

private:
    void number() {
        equation_.assign(mesh_.nodes.size(), -1);
        unknowns_ = 0;
        for (const Node &node : mesh_.nodes)
            if (!node.is_fixed) equation_[node.id] = static_cast<int>(unknowns_++);
        log_(Log::verbose, "%zu unknowns, %zu elements", unknowns_, mesh_.elements.size());
    }

    double assemble(const Vector *before, double dt, Sparse *matrix, Vector &residual) {
        residual.assign(unknowns_, 0.0);
        Local local;
        for (const auto &one : mesh_.elements) {
            one->evaluate(mesh_.nodes, temperature_, local);
            const auto &ids = one->nodes();
            for (Index a = 0; a < ids.size(); ++a) {
                const int row = equation_[ids[a]];
                if (row < 0) continue;
                residual[row] += local.residual[a];
                for (Index b = 0; b < ids.size(); ++b) {
                    double entry = local.stiffness(a, b);
                    if (before != nullptr) {
                        const double rate = local.mass(a, b) / dt;
                        residual[row] += rate * (temperature_[ids[b]] - (*before)[ids[b]]);
                        entry += rate;
                    }
                    if (matrix != nullptr && equation_[ids[b]] >= 0)
                        matrix->add(row, equation_[ids[b]], entry);
                }
            }
        }
        return norm(residual);
    }

    Vector solved(const Sparse &matrix, const Vector &right) {
        const std::string name = options_.text("solver", "cg");
        try {
            auto solver = SolverFactory::standard().make(name, options_);
            Vector x = solver->solve(matrix, right);
            log_(Log::verbose, "%s: %d iterations", solver->name().c_str(), solver->iterations());
            return x;
        } catch (const NotConverged &failure) {
            log_(Log::quiet, "%s; now by lu", failure.what());
        }
        return SolverFactory::standard().make("lu", options_)->solve(matrix, right);
    }

    void newton(const Vector *before, double dt) {
        Vector residual;
        const int most = options_.integer("newton", 8);
        for (int k = 0; k < most; ++k) {
            Sparse matrix(unknowns_);
            const double size = assemble(before, dt, &matrix, residual);
            log_(Log::verbose, "newton %d: %.3e", k, size);
            if (size < 1e-12) return;
            matrix.pack();
            for (double &one : residual) one = -one;
            const Vector step = solved(matrix, residual);
            const Vector here = temperature_;
            double length = 1;
            while (true) {
                for (const Node &node : mesh_.nodes)
                    if (equation_[node.id] >= 0)
                        temperature_[node.id] = here[node.id] + length * step[equation_[node.id]];
                if (k >= 2 || assemble(before, dt, nullptr, residual) <= size) break;
                length /= 2;
                if (length < 1e-3) throw NotConverged("newton", k);
            }
        }
    }

    Mesh mesh_;
    Options options_;
    Log &log_;
    Vector temperature_;
    std::vector<int> equation_;
    Index unknowns_ = 0;
};

static const char *const variants[] = {
    "solver = cg; cells = quads; newton = 6",
    "solver = lu; cells = mixed; emission = 0.002; material = power",
    "solver = sor; cells = triangles; omega = 1.3; bridge = wire",
    "solver = cg; cells = mixed; steps = 3; step = 0.05; material = table; outside = -0.1",
    "solver = lu; cells = quads; material = power; bridge = wire; film = 1.5; newton = 7",
    "solver = nothing; cells = quads",
};

static Library library(const Options &options, const double *k, double exponent) {
    Library made;
    const std::string law = options.text("material", "constant");
    std::shared_ptr<Material> core;
    if (law == "power") {
        core = std::make_shared<PowerLaw>("core", k[0], exponent);
    } else if (law == "table") {
        const std::vector<std::pair<double, double>> rows = {
            {-2, 0.7}, {0.05, 1.0}, {0.9, 1.3}, {3, 1.9}};
        core = std::make_shared<Table>("core", k[0] * (1 + exponent), rows);
    } else {
        core = std::make_shared<Constant>("core", k[0] * std::exp(exponent));
    }
    made.add(core);
    made.add(std::make_shared<Constant>("skin", k[1]));
    made.add(std::make_shared<Constant>("wire", k[2] * k[2]));
    return made;
}

}  // namespace thermal

extern "C" double conduct(const double *conductivity, const double *source, const double *bend,
                          double exponent, double *probes, int nx, int ny, int count, int variant) {
    using namespace thermal;
    Log log(Log::verbose);
    std::fill(probes, probes + count, 0.0);
    Options options(variants[variant]);
    double total = 0;
    try {
        if (!SolverFactory::standard().make(options.text("solver", "cg"), options))
            throw ThermalError("no solver");
    } catch (const OptionError &wrong) {
        log(Log::quiet, "%s", wrong.what());
        const std::string said = trim(std::string(wrong.what()));
        options.set(wrong.key(), said.find("nothing") != std::string::npos ? "lu" : "cg");
    }
    const Library materials = library(options, conductivity, exponent);
    const PlateBuilder builder(nx, ny, bend);
    Mesh mesh = builder.build(materials, options, Vector(source, source + 6));
    mesh.fix("left", [&](const Point &at) { return 0.5 + 0.3 * at.y; });
    for (const auto &[kind, number] : mesh.census()) log(Log::normal, "%s: %d", kind.c_str(), number);

    Problem problem(std::move(mesh), options, log);
    const Vector &temperature = problem.run();
    const auto results = problem.results();
    int k = 0;
    for (const auto &[name, value] : results) {
        log(Log::normal, "%-20s %12.5g", name.c_str(), value);
        if (k < count) probes[k++] = value;
    }
    for (double one : temperature) total += one * one;
    if (log.size() == 0) throw ThermalError("a silent run: " + log.last());
    return total + (results.count("hottest") ? results.at("hottest") : 0.0);
}
