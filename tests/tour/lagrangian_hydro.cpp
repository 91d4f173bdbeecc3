// Lagrangian hydrodynamics: domains of sixty arrays, profiles of dozens of vectors, made inside.
// rz: double blast(const double energy[n*n] in 0.2..0.6, const double density[n*n] in 0.9..1.3, int n=3, double gamma=1.45, double viscosity=0.3, double wall=0.04, int steps=3, double gauges[4] out, int option=0)
// also: option=1
// also: option=2, n=4, steps=2
// also: option=5, steps=4
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace hydro {

typedef double Real;
typedef int Index;

const int CORNERS = 4;
const Real TINY = 1e-30;

// ------------------------------------------------------------------------ parameters

struct Options {
    Index nx, ny;
    Real width, height;
    Real gamma;
    Real linear_q, quadratic_q;
    Real hourglass;
    Real courant;
    Real dt_first, dt_growth, dt_most;
    Real stop;
    Index most_cycles;
    Index regions;
    bool heun;
    bool history;

    Options()
        : nx(4), ny(4), width(1), height(1), gamma(1.4), linear_q(0.25), quadratic_q(0.6),
          hourglass(0.05), courant(0.35), dt_first(4e-3), dt_growth(1.1), dt_most(2e-2), stop(10),
          most_cycles(10), regions(1), heun(false), history(true) {}
};

// ------------------------------------------------------------------------ connectivity

class Mesh {
public:
    Mesh(Index nx, Index ny) : nx_(nx), ny_(ny) {
        nodes_ = (nx + 1) * (ny + 1);
        elems_ = nx * ny;
        corner_ = new Index[CORNERS * elems_];
        west_ = new Index[elems_];
        east_ = new Index[elems_];
        south_ = new Index[elems_];
        north_ = new Index[elems_];
        flags_ = new int[nodes_];
        start_ = new Index[nodes_ + 1];
        list_ = new Index[CORNERS * elems_];
        connect();
        invert();
    }

    ~Mesh() {
        delete[] corner_;
        delete[] west_;
        delete[] east_;
        delete[] south_;
        delete[] north_;
        delete[] flags_;
        delete[] start_;
        delete[] list_;
    }

    Index nodes() const { return nodes_; }
    Index elems() const { return elems_; }
    Index nx() const { return nx_; }
    Index ny() const { return ny_; }
    const Index* corners(Index e) const { return corner_ + CORNERS * e; }
    Index west(Index e) const { return west_[e]; }
    Index east(Index e) const { return east_[e]; }
    Index south(Index e) const { return south_[e]; }
    Index north(Index e) const { return north_[e]; }
    int flags(Index node) const { return flags_[node]; }
    Index first(Index node) const { return start_[node]; }
    Index last(Index node) const { return start_[node + 1]; }
    Index listed(Index at) const { return list_[at]; }

    enum Flag { FREE = 0, LEFT = 1, RIGHT = 2, BOTTOM = 4, TOP = 8 };

private:
    Mesh(const Mesh&);
    Mesh& operator=(const Mesh&);

    void connect() {
        for (Index j = 0; j < ny_; ++j)
            for (Index i = 0; i < nx_; ++i) {
                Index e = j * nx_ + i, n = j * (nx_ + 1) + i;
                Index* c = corner_ + CORNERS * e;
                c[0] = n;
                c[1] = n + 1;
                c[2] = n + nx_ + 2;
                c[3] = n + nx_ + 1;
                west_[e] = i > 0 ? e - 1 : e;
                east_[e] = i + 1 < nx_ ? e + 1 : e;
                south_[e] = j > 0 ? e - nx_ : e;
                north_[e] = j + 1 < ny_ ? e + nx_ : e;
            }
        for (Index j = 0; j <= ny_; ++j)
            for (Index i = 0; i <= nx_; ++i) {
                int f = FREE;
                if (i == 0) f |= LEFT;
                if (i == nx_) f |= RIGHT;
                if (j == 0) f |= BOTTOM;
                if (j == ny_) f |= TOP;
                flags_[j * (nx_ + 1) + i] = f;
            }
    }

    /* which corners of elements meet at a node */
    void invert() {
        Index* count = new Index[nodes_];
        std::memset(count, 0, sizeof(Index) * std::size_t(nodes_));
        for (Index k = 0; k < CORNERS * elems_; ++k) ++count[corner_[k]];
        start_[0] = 0;
        for (Index n = 0; n < nodes_; ++n) start_[n + 1] = start_[n] + count[n];
        for (Index n = 0; n < nodes_; ++n) count[n] = 0;
        for (Index k = 0; k < CORNERS * elems_; ++k) {
            Index n = corner_[k];
            list_[start_[n] + count[n]++] = k;
        }
        delete[] count;
    }

    Index nx_, ny_, nodes_, elems_;
    Index *corner_, *west_, *east_, *south_, *north_;
    int* flags_;
    Index *start_, *list_;
};

// ------------------------------------------------------------------------ equations of state

class Material {
public:
    virtual ~Material() {}
    virtual Real pressure(Real density, Real energy) const = 0;
    virtual Real sound2(Real density, Real energy, Real pressure) const = 0;
    virtual const char* name() const = 0;
};

class IdealGas : public Material {
public:
    explicit IdealGas(Real gamma) : gamma_(gamma) {}
    Real pressure(Real density, Real energy) const override {
        return (gamma_ - 1) * density * energy;
    }
    Real sound2(Real density, Real, Real pressure) const override {
        return gamma_ * pressure / density;
    }
    const char* name() const override { return "ideal"; }

private:
    Real gamma_;
};

class StiffGas : public Material {
public:
    StiffGas(Real gamma, Real offset) : gamma_(gamma), offset_(offset) {}
    Real pressure(Real density, Real energy) const override {
        return (gamma_ - 1) * density * energy - offset_ * (1 - density);
    }
    Real sound2(Real density, Real, Real pressure) const override {
        return (gamma_ * pressure + offset_) / density;
    }
    const char* name() const override { return "stiff"; }

private:
    Real gamma_, offset_;
};

class TableGas : public Material {
public:
    TableGas(Real gamma, int points) : gamma_(gamma), points_(points), values_(new Real[points]) {
        for (int k = 0; k < points; ++k) values_[k] = (gamma - 1) * (1 + 0.02 * k * k);
    }
    ~TableGas() override { delete[] values_; }
    Real pressure(Real density, Real energy) const override {
        return factor(density) * density * energy;
    }
    Real sound2(Real density, Real, Real pressure) const override {
        return (1 + factor(density)) * pressure / density;
    }
    const char* name() const override { return "table"; }

private:
    TableGas(const TableGas&);
    TableGas& operator=(const TableGas&);

    Real factor(Real density) const {
        Real at = density * 2;
        int k = int(at);
        if (k < 0) k = 0;
        if (k > points_ - 2) k = points_ - 2;
        Real w = at - k;
        w = w * w * (3 - 2 * w);
        return (1 - w) * values_[k] + w * values_[k + 1];
    }

    Real gamma_;
    int points_;
    Real* values_;
};

// ------------------------------------------------------------------------ regions

struct Region {
    std::string name;
    std::unique_ptr<Material> material;
    std::vector<Index> elems;
    int repeats = 1;
};

// ------------------------------------------------------------------------ the domain

class Domain {
public:
    explicit Domain(const Options& options)
        : mesh(options.nx, options.ny), time(0), dt(options.dt_first), dt_courant(1e20),
          dt_hydro(1e20), cycle(0), rejected(0), options(options) {
        allocate_nodes(mesh.nodes());
        allocate_elems(mesh.elems());
        place(options.width, options.height);
    }

    ~Domain() {
        delete[] x;
        delete[] y;
        delete[] xd;
        delete[] yd;
        delete[] xdd;
        delete[] ydd;
        delete[] fx;
        delete[] fy;
        delete[] mass;
        delete[] x0;
        delete[] y0;
        delete[] e;
        delete[] p;
        delete[] q;
        delete[] qlin;
        delete[] qquad;
        delete[] v;
        delete[] volume;
        delete[] volo;
        delete[] delv;
        delete[] vdov;
        delete[] length;
        delete[] ss;
        delete[] elem_mass;
        delete[] rho;
        delete[] dxx;
        delete[] dyy;
        delete[] dxy;
        delete[] delx_xi;
        delete[] delx_eta;
        delete[] delv_xi;
        delete[] delv_eta;
        delete[] vnew;
        delete[] sigxx;
        delete[] sigyy;
        delete[] corner_fx;
        delete[] corner_fy;
        delete[] work;
        if (kept_x) free_saved();
    }

    void save();
    void mix();

    Mesh mesh;

    /* of the nodes */
    Real *x, *y, *xd, *yd, *xdd, *ydd, *fx, *fy, *mass, *x0, *y0;
    /* of the elements */
    Real *e, *p, *q, *qlin, *qquad, *v, *volume, *volo, *delv, *vdov, *length, *ss, *elem_mass, *rho;
    Real *dxx, *dyy, *dxy;
    Real *delx_xi, *delx_eta, *delv_xi, *delv_eta;
    Real *vnew, *sigxx, *sigyy;
    Real *corner_fx, *corner_fy;
    Real* work;
    /* what a step begins with, for two-stage steps */
    Real *kept_x = nullptr, *kept_y = nullptr, *kept_xd = nullptr, *kept_yd = nullptr;
    Real *kept_e = nullptr, *kept_v = nullptr;

    Real time, dt, dt_courant, dt_hydro;
    int cycle, rejected;
    Options options;
    std::vector<Region> regions;

private:
    Domain(const Domain&);
    Domain& operator=(const Domain&);

    static Real* zeros(Index n) {
        Real* made = new Real[std::size_t(n)];
        std::fill(made, made + n, 0.0);
        return made;
    }

    void allocate_nodes(Index n) {
        Real** all[] = {&x, &y, &xd, &yd, &xdd, &ydd, &fx, &fy, &mass, &x0, &y0};
        for (std::size_t k = 0; k < sizeof all / sizeof *all; ++k) *all[k] = zeros(n);
    }

    void allocate_elems(Index n) {
        e = zeros(n);
        p = zeros(n);
        q = zeros(n);
        qlin = zeros(n);
        qquad = zeros(n);
        v = zeros(n);
        volume = zeros(n);
        volo = zeros(n);
        delv = zeros(n);
        vdov = zeros(n);
        length = zeros(n);
        ss = zeros(n);
        elem_mass = zeros(n);
        rho = zeros(n);
        dxx = zeros(n);
        dyy = zeros(n);
        dxy = zeros(n);
        delx_xi = zeros(n);
        delx_eta = zeros(n);
        delv_xi = zeros(n);
        delv_eta = zeros(n);
        vnew = zeros(n);
        sigxx = zeros(n);
        sigyy = zeros(n);
        corner_fx = zeros(CORNERS * n);
        corner_fy = zeros(CORNERS * n);
        work = zeros(n);
        for (Index k = 0; k < n; ++k) v[k] = 1;
    }

    void place(Real width, Real height) {
        for (Index j = 0; j <= mesh.ny(); ++j)
            for (Index i = 0; i <= mesh.nx(); ++i) {
                Index n = j * (mesh.nx() + 1) + i;
                Real s = Real(i) / mesh.nx(), t = Real(j) / mesh.ny();
                x[n] = x0[n] = width * (s + 0.03 * std::sin(3 * s + 2 * t));
                y[n] = y0[n] = height * (t + 0.02 * std::sin(2 * s - 3 * t));
            }
    }

    void free_saved() {
        delete[] kept_x;
        delete[] kept_y;
        delete[] kept_xd;
        delete[] kept_yd;
        delete[] kept_e;
        delete[] kept_v;
    }
};

void Domain::save() {
    Index n = mesh.nodes(), m = mesh.elems();
    if (!kept_x) {
        kept_x = new Real[n];
        kept_y = new Real[n];
        kept_xd = new Real[n];
        kept_yd = new Real[n];
        kept_e = new Real[m];
        kept_v = new Real[m];
    }
    std::copy(x, x + n, kept_x);
    std::copy(y, y + n, kept_y);
    std::copy(xd, xd + n, kept_xd);
    std::copy(yd, yd + n, kept_yd);
    std::memcpy(kept_e, e, sizeof(Real) * std::size_t(m));
    std::memcpy(kept_v, v, sizeof(Real) * std::size_t(m));
}

/* the mean of where the step began and where it ended */
void Domain::mix() {
    Index n = mesh.nodes(), m = mesh.elems();
    for (Index k = 0; k < n; ++k) {
        x[k] = 0.5 * (x[k] + kept_x[k]);
        y[k] = 0.5 * (y[k] + kept_y[k]);
        xd[k] = 0.5 * (xd[k] + kept_xd[k]);
        yd[k] = 0.5 * (yd[k] + kept_yd[k]);
    }
    for (Index k = 0; k < m; ++k) {
        e[k] = 0.5 * (e[k] + kept_e[k]);
        v[k] = 0.5 * (v[k] + kept_v[k]);
    }
}

// ------------------------------------------------------------------------ geometry

struct Quad {
    Real x[CORNERS], y[CORNERS];
};

static inline void gather(const Domain& d, Index e, Quad& q) {
    const Index* c = d.mesh.corners(e);
    for (int k = 0; k < CORNERS; ++k) {
        q.x[k] = d.x[c[k]];
        q.y[k] = d.y[c[k]];
    }
}

static inline void gather_velocity(const Domain& d, Index e, Real u[CORNERS], Real w[CORNERS]) {
    const Index* c = d.mesh.corners(e);
    for (int k = 0; k < CORNERS; ++k) {
        u[k] = d.xd[c[k]];
        w[k] = d.yd[c[k]];
    }
}

static inline Real area(const Quad& q) {
    return 0.5 * ((q.x[2] - q.x[0]) * (q.y[3] - q.y[1]) - (q.x[3] - q.x[1]) * (q.y[2] - q.y[0]));
}

/* half the edges that are opposite to each corner: the gradient of the area */
static inline void normals(const Quad& q, Real bx[CORNERS], Real by[CORNERS]) {
    bx[0] = 0.5 * (q.y[1] - q.y[3]);
    by[0] = 0.5 * (q.x[3] - q.x[1]);
    bx[1] = 0.5 * (q.y[2] - q.y[0]);
    by[1] = 0.5 * (q.x[0] - q.x[2]);
    for (int k = 0; k < 2; ++k) {
        bx[k + 2] = -bx[k];
        by[k + 2] = -by[k];
    }
}

static Real characteristic_length(const Quad& q, Real volume) {
    Real longest = 0;
    for (int k = 0; k < CORNERS; ++k) {
        int m = (k + 1) % CORNERS;
        Real dx = q.x[m] - q.x[k], dy = q.y[m] - q.y[k];
        Real edge = dx * dx + dy * dy;
        if (edge > longest) longest = edge;
    }
    return volume / std::sqrt(longest);
}

// ------------------------------------------------------------------------ set-up

class RegionError : public std::runtime_error {
public:
    RegionError(const std::string& what, int at) : std::runtime_error(what), region(at) {}
    int region;
};

static std::unique_ptr<Material> material(int kind, Real gamma) {
    switch (kind) {
        case 0: return std::unique_ptr<Material>(new IdealGas(gamma));
        case 1: return std::unique_ptr<Material>(new StiffGas(gamma, 0.05));
        case 2: return std::unique_ptr<Material>(new TableGas(gamma, 6));
        default: throw RegionError("unknown material", kind);
    }
}

static void make_regions(Domain& d, int first) {
    const int count = d.options.regions;
    for (int r = 0; r < count; ++r) {
        Region region;
        char label[24];
        std::snprintf(label, sizeof label, "region-%d", r);
        region.name = label;
        region.material = material((first + r) % 3, d.options.gamma + 0.05 * r);
        region.repeats = 1 + r;
        d.regions.push_back(std::move(region));
    }
    for (Index e = 0; e < d.mesh.elems(); ++e)
        d.regions[std::size_t(e * count / d.mesh.elems())].elems.push_back(e);
    for (const auto& region : d.regions)
        if (region.elems.empty()) throw RegionError(region.name + " is empty", -1);
}

static void initialise(Domain& d, const Real* energy, const Real* density) {
    for (Index e = 0; e < d.mesh.elems(); ++e) {
        Quad q;
        gather(d, e, q);
        d.volo[e] = d.volume[e] = area(q);
        d.elem_mass[e] = density[e] * d.volo[e];
        d.rho[e] = density[e];
        d.e[e] = energy[e];
        d.length[e] = characteristic_length(q, d.volo[e]);
        const Index* c = d.mesh.corners(e);
        for (int k = 0; k < CORNERS; ++k) d.mass[c[k]] += 0.25 * d.elem_mass[e];
    }
    for (Region& region : d.regions)
        for (Index e : region.elems) {
            d.p[e] = region.material->pressure(d.rho[e], d.e[e]);
            d.ss[e] = std::sqrt(region.material->sound2(d.rho[e], d.e[e], d.p[e]));
        }
}

// ------------------------------------------------------------------------ forces

static void stress_terms(Domain& d) {
    for (Index e = 0; e < d.mesh.elems(); ++e) d.sigxx[e] = d.sigyy[e] = -d.p[e] - d.q[e];
}

static void integrate_stress(Domain& d) {
    for (Index e = 0; e < d.mesh.elems(); ++e) {
        Quad q;
        Real bx[CORNERS], by[CORNERS];
        gather(d, e, q);
        normals(q, bx, by);
        Real* fx = d.corner_fx + CORNERS * e;
        Real* fy = d.corner_fy + CORNERS * e;
        for (int k = 0; k < CORNERS; ++k) {
            fx[k] = -d.sigxx[e] * bx[k];
            fy[k] = -d.sigyy[e] * by[k];
        }
    }
}

static void hourglass_control(Domain& d) {
    static const Real mode[CORNERS] = {1, -1, 1, -1};
    if (d.options.hourglass <= 0) return;
    for (Index e = 0; e < d.mesh.elems(); ++e) {
        Real u[CORNERS], w[CORNERS], hu = 0, hw = 0;
        gather_velocity(d, e, u, w);
        for (int k = 0; k < CORNERS; ++k) {
            hu += mode[k] * u[k];
            hw += mode[k] * w[k];
        }
        Real c = d.options.hourglass * d.ss[e] * d.elem_mass[e] / std::sqrt(d.volume[e]);
        for (int k = 0; k < CORNERS; ++k) {
            d.corner_fx[CORNERS * e + k] -= 0.25 * c * mode[k] * hu;
            d.corner_fy[CORNERS * e + k] -= 0.25 * c * mode[k] * hw;
        }
    }
}

static void sum_forces(Domain& d) {
    for (Index n = 0; n < d.mesh.nodes(); ++n) {
        Real sx = 0, sy = 0;
        for (Index at = d.mesh.first(n); at < d.mesh.last(n); ++at) {
            Index k = d.mesh.listed(at);
            sx += d.corner_fx[k];
            sy += d.corner_fy[k];
        }
        d.fx[n] = sx;
        d.fy[n] = sy;
    }
}

// ------------------------------------------------------------------------ nodes

class Boundary {
public:
    typedef std::function<Real(Real)> Velocity;

    Boundary(int flag, bool horizontal, Velocity velocity)
        : flag_(flag), horizontal_(horizontal), velocity_(std::move(velocity)) {}

    void acceleration(Domain& d) const {
        Real* a = horizontal_ ? d.xdd : d.ydd;
        for (Index n = 0; n < d.mesh.nodes(); ++n)
            if (d.mesh.flags(n) & flag_) a[n] = 0;
    }

    void velocity(Domain& d) const {
        Real* u = horizontal_ ? d.xd : d.yd;
        const Real given = velocity_ ? velocity_(d.time) : 0;
        for (Index n = 0; n < d.mesh.nodes(); ++n)
            if (d.mesh.flags(n) & flag_) u[n] = given;
    }

private:
    int flag_;
    bool horizontal_;
    Velocity velocity_;
};

typedef std::vector<Boundary> Boundaries;

static void accelerate(Domain& d, const Boundaries& boundaries) {
    for (Index n = 0; n < d.mesh.nodes(); ++n) {
        d.xdd[n] = d.fx[n] / d.mass[n];
        d.ydd[n] = d.fy[n] / d.mass[n];
    }
    for (const Boundary& b : boundaries) b.acceleration(d);
}

static void move(Domain& d, const Boundaries& boundaries, Real dt) {
    for (Index n = 0; n < d.mesh.nodes(); ++n) {
        d.xd[n] += dt * d.xdd[n];
        d.yd[n] += dt * d.ydd[n];
    }
    for (const Boundary& b : boundaries) b.velocity(d);
    for (Index n = 0; n < d.mesh.nodes(); ++n) {
        d.x[n] += dt * d.xd[n];
        d.y[n] += dt * d.yd[n];
    }
}

// ------------------------------------------------------------------------ elements

static bool kinematics(Domain& d, Real dt) {
    for (Index e = 0; e < d.mesh.elems(); ++e) {
        Quad q;
        Real u[CORNERS], w[CORNERS], bx[CORNERS], by[CORNERS];
        gather(d, e, q);
        gather_velocity(d, e, u, w);
        Real now = area(q);
        if (now <= 0) return false;
        Real relative = now / d.volo[e];
        d.vnew[e] = relative;
        d.delv[e] = relative - d.v[e];
        d.volume[e] = now;
        d.length[e] = characteristic_length(q, now);
        for (int k = 0; k < CORNERS; ++k) {
            q.x[k] -= 0.5 * dt * u[k];
            q.y[k] -= 0.5 * dt * w[k];
        }
        normals(q, bx, by);
        Real middle = area(q), xx = 0, yy = 0, xy = 0, yx = 0;
        for (int k = 0; k < CORNERS; ++k) {
            xx += bx[k] * u[k];
            yy += by[k] * w[k];
            xy += by[k] * u[k];
            yx += bx[k] * w[k];
        }
        d.dxx[e] = xx / middle;
        d.dyy[e] = yy / middle;
        d.dxy[e] = 0.5 * (xy + yx) / middle;
        d.vdov[e] = d.dxx[e] + d.dyy[e];
    }
    return true;
}

static void monotonic_gradients(Domain& d) {
    for (Index e = 0; e < d.mesh.elems(); ++e) {
        Quad q;
        Real u[CORNERS], w[CORNERS];
        gather(d, e, q);
        gather_velocity(d, e, u, w);
        Real ax = 0.5 * (q.x[1] + q.x[2] - q.x[0] - q.x[3]);
        Real ay = 0.5 * (q.y[1] + q.y[2] - q.y[0] - q.y[3]);
        Real cx = 0.5 * (q.x[2] + q.x[3] - q.x[0] - q.x[1]);
        Real cy = 0.5 * (q.y[2] + q.y[3] - q.y[0] - q.y[1]);
        Real la = std::sqrt(ax * ax + ay * ay), lc = std::sqrt(cx * cx + cy * cy);
        d.delx_xi[e] = la;
        d.delx_eta[e] = lc;
        Real du = 0.5 * (u[1] + u[2] - u[0] - u[3]), dw = 0.5 * (w[1] + w[2] - w[0] - w[3]);
        d.delv_xi[e] = (du * ax + dw * ay) / (la * la + TINY);
        du = 0.5 * (u[2] + u[3] - u[0] - u[1]);
        dw = 0.5 * (w[2] + w[3] - w[0] - w[1]);
        d.delv_eta[e] = (du * cx + dw * cy) / (lc * lc + TINY);
    }
}

/* a smooth limiter: one where the neighbours agree, less where they do not */
static Real limited(Real here, Real one, Real other) {
    Real scale = here * here + 1e-3;
    Real left = one * here / scale, right = other * here / scale;
    Real sum = left + right;
    return 0.5 * sum / std::sqrt(1 + 0.25 * sum * sum);
}

static void monotonic_q(Domain& d, const Region& region) {
    const Real ql = d.options.linear_q, qq = d.options.quadratic_q;
    for (Index e : region.elems) {
        Real phi = limited(d.delv_xi[e], d.delv_xi[d.mesh.west(e)], d.delv_xi[d.mesh.east(e)]);
        Real psi = limited(d.delv_eta[e], d.delv_eta[d.mesh.south(e)], d.delv_eta[d.mesh.north(e)]);
        if (d.vdov[e] > 0) {
            d.qlin[e] = d.qquad[e] = 0;
            continue;
        }
        Real dxi = d.delv_xi[e] * d.delx_xi[e], deta = d.delv_eta[e] * d.delx_eta[e];
        if (dxi > 0) dxi = 0;
        if (deta > 0) deta = 0;
        Real density = d.elem_mass[e] / (d.volo[e] * d.vnew[e]);
        d.qlin[e] = -ql * density * (dxi * (1 - phi) + deta * (1 - psi));
        d.qquad[e] = qq * density * (dxi * dxi * (1 - phi * phi) + deta * deta * (1 - psi * psi));
    }
}

/* energy and pressure together, predicted and corrected, in scratch that lives for one region */
class EnergyUpdate {
public:
    explicit EnergyUpdate(std::size_t n)
        : n_(n), e_old_(new Real[n]), p_old_(new Real[n]), q_old_(new Real[n]), e_new_(new Real[n]),
          p_half_(new Real[n]), delv_(new Real[n]), rho_(new Real[n]), rho_half_(new Real[n]),
          q_new_(new Real[n]), p_new_(new Real[n]) {}

    ~EnergyUpdate() {
        delete[] e_old_;
        delete[] p_old_;
        delete[] q_old_;
        delete[] e_new_;
        delete[] p_half_;
        delete[] delv_;
        delete[] rho_;
        delete[] rho_half_;
        delete[] q_new_;
        delete[] p_new_;
    }

    void load(const Domain& d, const Region& region) {
        for (std::size_t k = 0; k < n_; ++k) {
            Index e = region.elems[k];
            e_old_[k] = d.e[e];
            p_old_[k] = d.p[e];
            q_old_[k] = d.q[e];
            delv_[k] = d.delv[e] * d.volo[e] / d.elem_mass[e];
            rho_[k] = d.elem_mass[e] / (d.volo[e] * d.vnew[e]);
            rho_half_[k] = d.elem_mass[e] / (d.volo[e] * 0.5 * (d.vnew[e] + d.v[e]));
        }
    }

    void advance(const Domain& d, const Region& region) {
        const Material& material = *region.material;
        for (std::size_t k = 0; k < n_; ++k)
            e_new_[k] = e_old_[k] - 0.5 * delv_[k] * (p_old_[k] + q_old_[k]);
        for (std::size_t k = 0; k < n_; ++k)
            p_half_[k] = material.pressure(rho_half_[k], e_new_[k]);
        for (std::size_t k = 0; k < n_; ++k) {
            Index e = region.elems[k];
            Real c = std::sqrt(material.sound2(rho_half_[k], e_new_[k], p_half_[k]));
            q_new_[k] = d.vdov[e] > 0 ? 0 : c * d.qlin[e] + d.qquad[e];
            e_new_[k] += 0.5 * delv_[k] * (3 * (p_old_[k] + q_old_[k]) - 4 * (p_half_[k] + q_new_[k]));
        }
        for (std::size_t k = 0; k < n_; ++k) {
            p_new_[k] = material.pressure(rho_[k], e_new_[k]);
            Real correction = p_old_[k] + q_old_[k] - 8 * (p_half_[k] + q_new_[k]) + 7 * p_new_[k];
            e_new_[k] -= correction * delv_[k] / 60;
            p_new_[k] = material.pressure(rho_[k], e_new_[k]);
        }
    }

    void store(Domain& d, const Region& region) const {
        for (std::size_t k = 0; k < n_; ++k) {
            Index e = region.elems[k];
            d.e[e] = e_new_[k];
            d.p[e] = p_new_[k];
            d.q[e] = q_new_[k];
            d.rho[e] = rho_[k];
            d.ss[e] = std::sqrt(region.material->sound2(rho_[k], e_new_[k], p_new_[k]));
        }
    }

private:
    EnergyUpdate(const EnergyUpdate&);
    EnergyUpdate& operator=(const EnergyUpdate&);

    std::size_t n_;
    Real *e_old_, *p_old_, *q_old_, *e_new_, *p_half_, *delv_, *rho_, *rho_half_, *q_new_, *p_new_;
};

static void material_update(Domain& d) {
    for (const Region& region : d.regions) {
        monotonic_q(d, region);
        EnergyUpdate update(region.elems.size());
        for (int again = 0; again < region.repeats; ++again) {
            update.load(d, region);
            update.advance(d, region);
        }
        update.store(d, region);
    }
    for (Index e = 0; e < d.mesh.elems(); ++e) {
        Real relative = d.vnew[e];
        if (std::fabs(relative - 1) < 1e-12) relative = 1;
        d.v[e] = relative;
    }
}

// ------------------------------------------------------------------------ time steps

static void constraints(Domain& d) {
    d.dt_courant = 1e20;
    d.dt_hydro = 1e20;
    for (Index e = 0; e < d.mesh.elems(); ++e) {
        Real extra = d.vdov[e] < 0 ? 4 * d.length[e] * d.length[e] * d.vdov[e] * d.vdov[e] : 0;
        Real limit = d.length[e] / std::sqrt(d.ss[e] * d.ss[e] + extra);
        if (limit < d.dt_courant) d.dt_courant = limit;
        if (d.vdov[e] != 0) {
            Real change = 0.1 / (std::fabs(d.vdov[e]) + 1e-20);
            if (change < d.dt_hydro) d.dt_hydro = change;
        }
    }
}

static void next_dt(Domain& d) {
    Real target = d.options.stop - d.time;
    if (d.cycle > 0) {
        Real wanted = d.options.courant * d.dt_courant;
        if (d.dt_hydro < wanted) wanted = d.dt_hydro * 2 / 3;
        Real ratio = wanted / d.dt;
        if (ratio > d.options.dt_growth) wanted = d.dt * d.options.dt_growth;
        if (wanted > d.options.dt_most) wanted = d.options.dt_most;
        d.dt = wanted;
    }
    if (target > d.dt && target < 4 * d.dt / 3) target = 2 * d.dt / 3;
    if (target < d.dt) d.dt = target;
    d.time += d.dt;
    ++d.cycle;
}

// ------------------------------------------------------------------------ what is noted

struct Note {
    Real kinetic, internal, largest;
    int cycle, compressed;
};

class Journal {
public:
    Journal() : notes_(nullptr), used_(0), room_(0) {}
    ~Journal() { delete[] notes_; }

    void take(const Domain& d) {
        if (used_ == room_) grow();
        Note& note = notes_[used_++];
        note.kinetic = note.internal = note.largest = 0;
        note.compressed = 0;
        note.cycle = d.cycle;
        for (Index n = 0; n < d.mesh.nodes(); ++n)
            note.kinetic += 0.5 * d.mass[n] * (d.xd[n] * d.xd[n] + d.yd[n] * d.yd[n]);
        for (Index e = 0; e < d.mesh.elems(); ++e) {
            note.internal += d.elem_mass[e] * d.e[e];
            note.largest = std::max(note.largest, d.p[e]);
            if (d.v[e] < 1) ++note.compressed;
        }
    }

    int count() const { return used_; }
    const Note& operator[](int k) const { return notes_[k]; }

private:
    Journal(const Journal&);
    Journal& operator=(const Journal&);

    void grow() {
        int room = room_ ? 2 * room_ : 2;
        Note* larger = new Note[room];
        for (int k = 0; k < used_; ++k) larger[k] = notes_[k];
        delete[] notes_;
        notes_ = larger;
        room_ = room;
    }

    Note* notes_;
    int used_, room_;
};

struct Tracer {
    Real x, y, seen;
    Index home;
};

static void follow(const Domain& d, std::vector<Tracer>& tracers) {
    for (Tracer& t : tracers) {
        const Index* c = d.mesh.corners(t.home);
        Real u = 0, w = 0;
        for (int k = 0; k < CORNERS; ++k) {
            u += 0.25 * d.xd[c[k]];
            w += 0.25 * d.yd[c[k]];
        }
        t.x += d.dt * u;
        t.y += d.dt * w;
        t.seen += d.dt * d.p[t.home];
    }
}

// ------------------------------------------------------------------------ profiles by rows

/* what is drawn of a domain: means and extremes of each row of elements */
struct Profiles {
    std::vector<Real> mass, volume, energy, pressure, viscosity, sound, strain, work;
    std::vector<Real> speed_x, speed_y, force_x, force_y, centre_x, centre_y;
    std::vector<Real> least_density, most_density, least_pressure, most_pressure;
    std::vector<Real> kinetic, internal, momentum, gradient, smooth, weight;
    std::vector<Index> elems;
    std::vector<std::string> names;

    explicit Profiles(const Domain& d);
    Real roughness() const;
};

Profiles::Profiles(const Domain& d)
    : mass(d.options.ny), volume(mass), energy(mass), pressure(mass), viscosity(mass), sound(mass),
      strain(mass), work(mass), speed_x(mass), speed_y(mass), force_x(mass), force_y(mass),
      centre_x(mass), centre_y(mass), least_density(d.options.ny, 1e20), most_density(mass),
      least_pressure(d.options.ny, 1e20), most_pressure(mass), kinetic(mass), internal(mass),
      momentum(mass), gradient(mass), elems(d.options.ny) {
    for (Index e = 0; e < d.mesh.elems(); ++e) {
        Index row = e / d.options.nx;
        const Index* c = d.mesh.corners(e);
        Real m = d.elem_mass[e], size = d.volo[e] * d.v[e], rho = m / size;
        ++elems[row];
        mass[row] += m;
        volume[row] += size;
        energy[row] += m * d.e[e];
        pressure[row] += size * d.p[e];
        viscosity[row] += size * d.q[e];
        sound[row] += size * d.ss[e];
        strain[row] += size * d.vdov[e];
        work[row] += (d.p[e] + d.q[e]) * d.delv[e];
        for (int k = 0; k < CORNERS; ++k) {
            speed_x[row] += 0.25 * m * d.xd[c[k]];
            speed_y[row] += 0.25 * m * d.yd[c[k]];
            force_x[row] += 0.25 * d.fx[c[k]];
            force_y[row] += 0.25 * d.fy[c[k]];
            centre_x[row] += 0.25 * m * d.x[c[k]];
            centre_y[row] += 0.25 * m * d.y[c[k]];
        }
        least_density[row] = std::min(least_density[row], rho);
        most_density[row] = std::max(most_density[row], rho);
        least_pressure[row] = std::min(least_pressure[row], d.p[e]);
        most_pressure[row] = std::max(most_pressure[row], d.p[e]);
    }
    for (Index row = 0; row < d.options.ny; ++row) {
        names.push_back("row " + std::to_string(row) + " of the domain");
        momentum[row] = speed_x[row] + speed_y[row];
        kinetic[row] = 0.5 * momentum[row] * momentum[row] / mass[row];
        internal[row] = energy[row] / mass[row];
        gradient[row] = row ? pressure[row] / volume[row] - pressure[row - 1] / volume[row - 1] : 0;
        weight.push_back(1 + 0.1 * row);
    }
    smooth = internal;
    for (Index row = 1; row + 1 < d.options.ny; ++row)
        smooth[row] = 0.25 * (internal[row - 1] + 2 * internal[row] + internal[row + 1]);
}

Real Profiles::roughness() const {
    Real sum = 0;
    for (std::size_t row = 0; row < names.size(); ++row) {
        Real off = internal[row] - smooth[row];
        sum += weight[row] * (off * off + kinetic[row] + 1e-3 * gradient[row] * gradient[row]);
        sum += 1e-3 * (most_density[row] / least_density[row] + centre_x[row] / mass[row]);
        sum += 1e-4 * (sound[row] + strain[row] + viscosity[row] + work[row] + centre_y[row]);
        sum += 1e-4 * (most_pressure[row] - least_pressure[row] + force_x[row] * force_y[row]);
        if (elems[row] == 0 || names[row].empty()) return -1;
    }
    return sum;
}

// ------------------------------------------------------------------------ a step

class Simulation {
public:
    Simulation(const Options& options, int material)
        : domain_(new Domain(options)), journal_(new Journal) {
        make_regions(*domain_, material);
    }

    void add(const Boundary& boundary) { boundaries_.push_back(boundary); }
    void add(const Tracer& tracer) { tracers_.push_back(tracer); }
    Domain& domain() { return *domain_; }
    const Journal& journal() const { return *journal_; }
    const std::vector<Tracer>& tracers() const { return tracers_; }

    void run() {
        Domain& d = *domain_;
        if (d.options.history) journal_->take(d);
        while (d.time < d.options.stop && d.cycle < d.options.most_cycles) {
            next_dt(d);
            if (d.options.heun) d.save();
            if (!leapfrog()) {
                ++d.rejected;
                break;
            }
            if (d.options.heun) {
                leapfrog();
                d.mix();
            }
            constraints(d);
            follow(d, tracers_);
            if (d.options.history) journal_->take(d);
        }
    }

private:
    bool leapfrog() {
        Domain& d = *domain_;
        stress_terms(d);
        integrate_stress(d);
        hourglass_control(d);
        sum_forces(d);
        accelerate(d, boundaries_);
        move(d, boundaries_, d.dt);
        if (!kinematics(d, d.dt)) return false;
        monotonic_gradients(d);
        material_update(d);
        return true;
    }

    std::unique_ptr<Domain> domain_;
    std::unique_ptr<Journal> journal_;
    Boundaries boundaries_;
    std::vector<Tracer> tracers_;
};

}  // namespace hydro

extern "C" double blast(const double* energy, const double* density, int n, double gamma,
                        double viscosity, double wall, int steps, double* gauges, int option) {
    using namespace hydro;
    Options options;
    options.nx = options.ny = n;
    options.gamma = gamma;
    options.linear_q = viscosity;
    options.most_cycles = steps;
    options.regions = option == 5 ? 3 : 1 + option % 2;
    options.heun = option == 2;
    if (option == 1) options.hourglass = 0;

    Simulation simulation(options, option);
    simulation.add(Boundary(Mesh::LEFT, true, [wall](Real t) { return wall * (1 + t * t); }));
    simulation.add(Boundary(Mesh::BOTTOM, false, Boundary::Velocity()));
    if (option != 1)
        simulation.add(Boundary(Mesh::RIGHT, true, [&options](Real) { return -0.01 * options.gamma; }));
    simulation.add(Tracer{0.4, 0.4, 0, 0});
    simulation.add(Tracer{0.6, 0.6, 0, n * n - 1});
    Domain& d = simulation.domain();
    initialise(d, energy, density);
    simulation.run();

    const Journal& journal = simulation.journal();
    const Note& last = journal[journal.count() - 1];
    gauges[0] = last.kinetic * 100;
    gauges[1] = last.internal;
    gauges[2] = simulation.tracers()[0].seen * 10;
    gauges[3] = d.time + simulation.tracers()[1].x;
    double sum = last.largest + 0.1 * journal[journal.count() / 2].internal;
    for (Index k = 0; k < d.mesh.nodes(); ++k) {
        double dx = d.x[k] - d.x0[k], dy = d.y[k] - d.y0[k];
        sum += 20 * (dx * dx + 2 * dy * dy);
    }
    Profiles profiles(d);
    return sum + 10 * profiles.roughness() - d.rejected;
}
