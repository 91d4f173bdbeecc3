"""The C text of the derivative rule of an implicit solver (`implicitrules` registers it).

What a call leaves for the reverse sweep is the address of a record, `struct kept`: the solution and
copies of the arguments. A program's function is declared under a name of the rule's own. Each name
of the rule begins with its prefix, here `RZ_`, and those inside of functions with `rz_`, so that
the parameters keep their names. `solve` has a forward rule of its own (`solve_dot`), so that second
derivatives do not look into eliminations and iterations either:

    R_x·v̇ = d(right side) - d(R_x)·v
"""

from typing import Final, final

from ribozyme.api.custom.implicitrules import Implicit, plain, unfit
from ribozyme.api.signatures.ctype import Number, Pointer, spelled
from ribozyme.api.signatures.signature import Parameter, Signature

_DOUBLE: Final = Number("double", "float", 8)

_HEAD: Final = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_fwddiff(void *, ...);
void __enzyme_autodiff(void *, ...);
void rz_implicit_throw(int, const char *) __asm__("rz.throw");

static double *rz_implicit_copy(const void *of, size_t bytes)
{
    void *made = malloc(bytes ? bytes : 1);
    memcpy(made, of, bytes);
    return made;
}

static double rz_implicit_largest(const double *a, long n)
{
    double size = 0;
    for (long i = 0; i < n; i++)
        size = fmax(size, a[i] == a[i] ? fabs(a[i]) : INFINITY);
    return size;
}

static double rz_implicit_dot(const double *a, const double *b, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void rz_implicit_add(double *to, double factor, const double *from, long n)
{
    for (long i = 0; i < n; i++)
        to[i] += factor * from[i];
}

/* a·x = b by elimination with row exchanges; b becomes x, a is lost. Whether a is regular. */
static int rz_implicit_eliminate(double *a, double *b, long n)
{
    for (long k = 0; k < n; k++) {
        long best = k;
        for (long i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        for (long j = 0; best != k && j < n; j++) {
            double one = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = one;
        }
        double one = b[k];
        b[k] = b[best];
        b[best] = one;
        if (!(fabs(a[k * n + k]) > 0))
            return 0;
        for (long i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            for (long j = k; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
            b[i] -= factor * b[k];
        }
    }
    for (long k = n - 1; k >= 0; k--) {
        for (long j = k + 1; j < n; j++)
            b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
    return isfinite(rz_implicit_largest(b, n));
}
"""

_SYSTEMS: Final = """
static void RZ_product(struct RZ_kept *k, const double *in, double *out, int turned)
{
    if (turned)
        RZ_back(k, in, out);
    else
        RZ_along(k, in, out);
}

static int RZ_by_elimination(struct RZ_kept *k, double *v, int turned)
{
    long n = k->size;
    double *a = malloc(n * n * sizeof *a), *unit = calloc(n, sizeof *unit);
    double *column = malloc(n * sizeof *column);
    for (long j = 0; j < n; j++) {
        unit[j] = 1;
        RZ_along(k, unit, column);
        unit[j] = 0;
        for (long i = 0; i < n; i++)
            a[turned ? j * n + i : i * n + j] = column[i];
    }
    int regular = rz_implicit_eliminate(a, v, n);
    free(a);
    free(unit);
    free(column);
    return regular;
}

/* By GMRES, begun again from where it has come after MOST steps. */
static int RZ_by_products(struct RZ_kept *k, double *v, int turned)
{
    enum { MOST = 100, CYCLES = 200 };
    long n = k->size, m = n < MOST ? n : MOST, size = n * sizeof(double);
    double *basis = malloc((m + 1) * size), *h = calloc((m + 1) * m, sizeof *h);
    double *x = calloc(n, sizeof *x), *r = malloc(size), c[MOST], s[MOST], g[MOST + 1], y[MOST];
    double whole = sqrt(rz_implicit_dot(v, v, n)), left = INFINITY;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        RZ_product(k, x, r, turned);
        for (long i = 0; i < n; i++)
            r[i] = v[i] - r[i];
        double before = left;
        left = sqrt(rz_implicit_dot(r, r, n));
        if (!(left > 1e-14 * whole) || left >= before)
            break;
        memcpy(basis, r, size);
        for (long i = 0; i < n; i++)
            basis[i] /= left;
        g[0] = left;
        long j = 0;
        while (j < m) {
            double *w = basis + (j + 1) * n, *column = h + j * (m + 1);
            RZ_product(k, basis + j * n, w, turned);
            memset(column, 0, (m + 1) * sizeof *column);
            for (int twice = 0; twice < 2; twice++)
                for (long i = 0; i <= j; i++) {
                    double part = rz_implicit_dot(w, basis + i * n, n);
                    column[i] += part;
                    rz_implicit_add(w, -part, basis + i * n, n);
                }
            double rest = sqrt(rz_implicit_dot(w, w, n));
            for (long i = 0; i < n && rest > 0; i++)
                w[i] /= rest;
            for (long i = 0; i < j; i++) {
                double one = column[i], other = column[i + 1];
                column[i] = c[i] * one + s[i] * other;
                column[i + 1] = c[i] * other - s[i] * one;
            }
            double pivot = hypot(column[j], rest);
            if (!(pivot > 0))
                break;
            c[j] = column[j] / pivot;
            s[j] = rest / pivot;
            column[j] = pivot;
            g[j + 1] = -s[j] * g[j];
            g[j] *= c[j];
            j++;
            if (!(rest > 0) || fabs(g[j]) <= 1e-15 * whole)
                break;
        }
        for (long i = j - 1; i >= 0; i--) {
            y[i] = g[i];
            for (long l = i + 1; l < j; l++)
                y[i] -= h[l * (m + 1) + i] * y[l];
            y[i] /= h[i * (m + 1) + i];
            rz_implicit_add(x, y[i], basis + i * n, n);
        }
    }
    memcpy(v, x, size);
    free(basis);
    free(h);
    free(x);
    free(r);
    return left <= 1e-9 * whole;
}

static void RZ_solve_by_matrix(struct RZ_kept *k, double *v, int turned)
{
    int found = k->size <= 256 ? RZ_by_elimination(k, v, turned) : RZ_by_products(k, v, turned);
    if (!found)
        rz_implicit_throw(2, "RZ611 in '@NAME@': its residual changes to first order "
                             "in some directions only");
}

void RZ_solve(struct RZ_kept *k, double *v, int turned);
void RZ_solve_dot(struct RZ_kept *k, struct RZ_kept *d_k, double *v, double *d_v, int turned)
{
    long n = k->size;
    RZ_solve(k, v, turned);
    double *out = calloc(n, sizeof *out), *d_out = calloc(n, sizeof *d_out);
    __enzyme_fwddiff((void *)RZ_product, enzyme_dup, k, d_k, enzyme_const, v,
                     enzyme_dup, out, d_out, enzyme_const, turned);
    rz_implicit_add(d_v, -1, d_out, n);
    free(out);
    free(d_out);
    RZ_solve(k, d_v, turned);
}
"""

_BY_MATRIX: Final = """
__attribute__((noinline)) void RZ_solve(struct RZ_kept *k, double *v, int turned)
{
    RZ_solve_by_matrix(k, v, turned);
}
"""


def source(rule: Implicit) -> str:
    """The functions of the rule."""
    return _Text(rule).whole()


def solving(rule: Implicit) -> tuple[str, str]:
    """The function that solves linear systems, and its forward rule."""
    return f"{rule.prefix}_solve", f"{rule.prefix}_solve_dot"


@final
class _Text:
    """The C of one rule."""

    def __init__(self, rule: Implicit) -> None:
        self.rule, kinds = rule, rule.kinds
        self.size = "1" if rule.returns else rule.sizes[rule.solution]
        self.numbers = [p.name for p in rule.inputs if kinds[p.name] == "number"]
        self.arrays = [p.name for p in rule.inputs if kinds[p.name] == "array"]
        self.integers = [p for p in rule.inputs if kinds[p.name].startswith("integer")]
        self.status = None if rule.returns or spelled(rule.of.result) == "void" else rule.of.result
        self.in_place = rule.right == rule.solution

    def whole(self) -> str:
        """All functions of the rule."""
        parts = (
            _HEAD, self._declared(self.rule.of, "solver"),
            self._declared(self.rule.residual, "residual"), self._wrapped(), self._kept(),
            self._products(), _SYSTEMS, self._solve(), self._check(), self._augment(),
            self._gradient(), self._forward(),
        )  # fmt: skip
        text = "\n".join(parts).replace("@NAME@", self.rule.of.name)
        return text.replace("RZ_", f"{self.rule.prefix}_")

    # ---- the program's functions -------------------------------------------------------------

    def _declared(self, of: Signature, name: str) -> str:
        params = ", ".join(f"{spelled(p.type)} {p.name}" for p in of.parameters)
        return f'{spelled(of.result)} RZ_{name}({params}) __asm__("{of.symbol}");'

    def _wrapped(self) -> str:
        """The residual with all numbers in one array; the product of a linear solver."""
        zero, rule, args, out = self.rule.residual, self.rule, [], ""
        for p in zero.parameters:
            pointer = isinstance(p.type, Pointer)
            if p.name == rule.solution:
                args.append("(double *)rz_x" if pointer else "rz_x[0]")
            elif p.name in self.numbers:
                args.append(f"rz_s[{self.numbers.index(p.name)}]")
            elif p.name in rule.kinds and p.name != rule.right:
                args.append(f"({spelled(p.type)}){p.name}" if pointer else p.name)
            elif pointer and p.writes and not out:
                out = p.name
                args.append("rz_out")
            else:
                raise unfit(rule.of, f"'{zero.name}' has a parameter '{p.name}' of its own")
        gives = zero.result == _DOUBLE
        if bool(out) == gives:
            raise unfit(rule.of, f"'{zero.name}' returns a double or writes one array")
        call = f"{'rz_out[0] = ' if gives else ''}RZ_residual({', '.join(args)});"
        return f"static void RZ_zero({self._own()}, double *rz_out) {{ {call} }}"

    def _own(self) -> str:
        arrays = "".join(f", const double *{name}" for name in self.arrays)
        rest = "".join(f", {spelled(plain(p.type))} {p.name}" for p in self.integers)
        return f"const double *rz_x, const double *rz_s{arrays}{rest}"

    # ---- what is kept ------------------------------------------------------------------------

    def _kept(self) -> str:
        members = "".join(f" double *{name};" for name in self.arrays)
        more = "".join(f" {spelled(plain(p.type))} {p.name};" for p in self.integers)
        returned = "double" if self.status is None else spelled(self.status)
        return (
            f"struct RZ_kept {{ long size; double *rz_x, *rz_s;{members}{more} }};\n"
            f"struct RZ_pair {{ {returned} value, other; }};\n"
            f"struct RZ_taped {{ struct RZ_kept *tape; {returned} value; }};"
        )

    def _taken(self) -> str:
        """A record of the arguments, in new memory; of a linear solver its right side besides."""
        rule, values = self.rule, ", ".join(self.numbers) or "0"
        lines = [
            "struct RZ_kept *rz_k = malloc(sizeof *rz_k);",
            f"long rz_n = rz_k->size = {self.size};",
            f"double rz_all[] = {{{values}}};",
            "rz_k->rz_s = rz_implicit_copy(rz_all, sizeof rz_all);",
        ]
        lines += [f"rz_k->{name} = {self._copied(name)};" for name in self.arrays]
        for p in self.integers:
            copy = f"(void *){self._copied(p.name)}" if isinstance(p.type, Pointer) else p.name
            lines.append(f"rz_k->{p.name} = {copy};")
        if rule.right is not None:
            lines.append(f"double *rz_right = {self._copied(rule.right)};")
        return "\n    ".join(lines)

    def _copied(self, name: str) -> str:
        return f"rz_implicit_copy({name}, {self._bytes(name)})"

    def _bytes(self, name: str) -> str:
        return f"({self.rule.sizes[name]}) * sizeof *{name}"

    def _solved(self) -> str:
        """A call of the solver; what it was given must be there still."""
        rule = self.rule
        call = f"RZ_solver({', '.join(p.name for p in rule.of.parameters)});"
        if rule.returns:
            call = f"double rz_value = {call}"
        elif self.status is not None:
            call = f"{spelled(self.status)} rz_value = {call}"
        pointers = [p.name for p in self.integers if isinstance(p.type, Pointer)]
        lines = [call]
        for name in (*self.arrays, *pointers):
            said = (
                f"RZ213 in '{rule.of.name}': it changes '{name}', which its rule reads afterwards"
            )
            lines.append(
                f"if (memcmp(rz_k->{name}, {name}, {self._bytes(name)}))\n"
                f'        rz_implicit_throw(2, "{said}");'
            )
        x = "&rz_value" if rule.returns else rule.solution
        lines.append(f"rz_k->rz_x = rz_implicit_copy({x}, rz_n * sizeof(double));")
        if rule.right is None:
            lines.append("RZ_check(rz_k);")
        else:
            lines += ["RZ_check(rz_k, rz_right);", "free(rz_right);"]
        return "\n    ".join(lines)

    def _freed(self) -> str:
        names = ["rz_x", "rz_s", *self.arrays]
        names += [p.name for p in self.integers if isinstance(p.type, Pointer)]
        return " ".join(f"free((void *)rz_k->{name});" for name in names) + " free(rz_k);"

    # ---- linear systems ----------------------------------------------------------------------

    def _products(self) -> str:
        arrays = "".join(f", enzyme_const, k->{name}" for name in self.arrays)
        rest = "".join(f", enzyme_const, k->{p.name}" for p in self.integers)
        return f"""
static void RZ_along(struct RZ_kept *k, const double *in, double *out)
{{
    double *value = calloc(k->size, sizeof *value);
    memset(out, 0, k->size * sizeof *out);
    __enzyme_fwddiff((void *)RZ_zero, enzyme_dup, k->rz_x, in, enzyme_const, k->rz_s
                     {arrays}{rest}, enzyme_dup, value, out);
    free(value);
}}
static void RZ_back(struct RZ_kept *k, const double *in, double *out)
{{
    double *value = calloc(k->size, sizeof *value);
    double *seed = rz_implicit_copy(in, k->size * sizeof *seed);
    memset(out, 0, k->size * sizeof *out);
    __enzyme_autodiff((void *)RZ_zero, enzyme_dup, k->rz_x, out, enzyme_const, k->rz_s
                      {arrays}{rest}, enzyme_dup, value, seed);
    free(value);
    free(seed);
}}"""

    def _solve(self) -> str:
        """Systems with R_x; of a linear solver by itself, as far as that can be."""
        rule = self.rule
        if rule.right is None:
            return _BY_MATRIX
        alone = "" if rule.symmetric else "if (turned) { RZ_solve_by_matrix(k, v, 1); return; }"
        args = ", ".join(map(self._again, rule.of.parameters))
        begin = "memcpy(x, v, n * sizeof *x);" if self.in_place else ""
        claim = "; is its matrix symmetric?" if rule.symmetric else ""
        return f"""
__attribute__((noinline)) void RZ_solve(struct RZ_kept *k, double *v, int turned)
{{
    {alone}
    long n = k->size;
    double *x = calloc(n, sizeof *x), *given = rz_implicit_copy(v, n * sizeof *v);
    double *out = malloc(n * sizeof *out);
    {begin}
    RZ_solver({args});
    memcpy(v, x, n * sizeof *v);
    RZ_product(k, x, out, turned);
    rz_implicit_add(out, -1, given, n);
    double size = rz_implicit_largest(out, n) / fmax(rz_implicit_largest(given, n), 1e-300);
    free(x);
    free(given);
    free(out);
    if (!(size <= {rule.tol!r})) {{
        static char said[256];
        snprintf(said, sizeof said, "RZ610 in '@NAME@': it has not solved the system of its "
                 "derivative, its residual is %.3g of the right side{claim}", size);
        rz_implicit_throw(2, said);
    }}
}}"""

    def _again(self, p: Parameter) -> str:
        """An argument of the solver for another right side."""
        if p.name == self.rule.solution:
            return "x"
        if p.name == self.rule.right:
            return "v"
        if p.name in self.numbers:
            return f"k->rz_s[{self.numbers.index(p.name)}]"
        return f"({spelled(p.type)})k->{p.name}"

    def _check(self) -> str:
        given = "".join(f", k->{name}" for name in self.arrays)
        given += "".join(f", k->{p.name}" for p in self.integers)
        linear = self.rule.right is not None
        right = ", const double *right" if linear else ""
        less = "rz_implicit_add(out, -1, right, k->size);" if linear else ""
        by = " / fmax(rz_implicit_largest(right, k->size), 1e-300)" if linear else ""
        return f"""
static void RZ_check(struct RZ_kept *k{right})
{{
    double *out = calloc(k->size, sizeof *out);
    RZ_zero(k->rz_x, k->rz_s{given}, out);
    {less}
    double size = rz_implicit_largest(out, k->size){by};
    free(out);
    if (!(size <= {self.rule.tol!r})) {{
        static char said[256];
        snprintf(said, sizeof said, "RZ610 in '@NAME@': it has not converged, "
                 "its residual is %.3g", size);
        rz_implicit_throw(2, said);
    }}
}}"""

    # ---- the functions of the rule -----------------------------------------------------------

    def _params(self, *, tangents: bool) -> str:
        found = []
        for p in self.rule.of.parameters:
            found.append(f"{spelled(p.type)} {p.name}")
            if isinstance(p.type, Pointer):
                found.append(f"{spelled(plain(p.type))} rz_d_{p.name}")
            elif tangents and self.rule.kinds[p.name] == "number":
                found.append(f"double rz_d_{p.name}")
        return ", ".join(found) or "void"

    def _augment(self) -> str:
        value = self.rule.returns or self.status is not None
        given = "return (struct RZ_taped){rz_k, rz_value};" if value else "return rz_k;"
        return f"""
{"struct RZ_taped" if value else "struct RZ_kept *"} RZ_augment({self._params(tangents=False)})
{{
    {self._taken()}
    {self._solved()}
    {given}
}}"""

    def _gradient(self) -> str:
        rule, count = self.rule, len(self.numbers)
        x, right = rule.solution, rule.right
        arrays = "".join(f", enzyme_dup, rz_k->{name}, rz_d_{name}" for name in self.arrays)
        rest = "".join(f", enzyme_const, rz_k->{p.name}" for p in self.integers)
        seed = "double rz_seed, " if rule.returns else ""
        params = self._params(tangents=False)
        params = "" if params == "void" else f"{params}, "
        begin = "rz_v[0] = rz_seed;"
        if not rule.returns:
            size = "rz_n * sizeof *rz_v"
            begin = f"memcpy(rz_v, rz_d_{x}, {size}); memset(rz_d_{x}, 0, {size});"
        onto = f"rz_implicit_add(rz_d_{right}, 1, rz_v, rz_n);" if right is not None else ""
        result, given = "void", ""
        if count == 1:
            result, given = "double", "return rz_found[0];"
        elif count > 1:
            members = ", ".join(f"v{k}" for k in range(count))
            values = ", ".join(f"rz_found[{k}]" for k in range(count))
            result = f"struct RZ_found {{ double {members}; }}"
            given = f"return (struct RZ_found){{{values}}};"
        declared = f"{result};\n" if count > 1 else ""
        shown = "struct RZ_found" if count > 1 else result
        return f"""
{declared}{shown} RZ_gradient({params}{seed}struct RZ_kept *rz_k)
{{
    long rz_n = rz_k->size;
    double *rz_v = malloc(rz_n * sizeof *rz_v), *rz_o = calloc(rz_n, sizeof *rz_o);
    double rz_found[{max(count, 1)}] = {{0}};
    {begin}
    RZ_solve(rz_k, rz_v, 1);
    {onto}
    for (long rz_i = 0; rz_i < rz_n; rz_i++)
        rz_v[rz_i] = -rz_v[rz_i];
    __enzyme_autodiff((void *)RZ_zero, enzyme_const, rz_k->rz_x, enzyme_dup, rz_k->rz_s, rz_found
                      {arrays}{rest}, enzyme_dup, rz_o, rz_v);
    free(rz_v);
    free(rz_o);
    {self._freed()}
    {given}
}}"""

    def _forward(self) -> str:
        rule = self.rule
        arrays = "".join(f", enzyme_dup, rz_k->{name}, rz_d_{name}" for name in self.arrays)
        rest = "".join(f", enzyme_const, rz_k->{p.name}" for p in self.integers)
        tangents = ", ".join(f"rz_d_{name}" for name in self.numbers) or "0"
        left = "double rz_dot = rz_v[0];"
        result, given = "struct RZ_pair", "return (struct RZ_pair){rz_value, rz_dot};"
        if not rule.returns:
            left = f"memcpy(rz_d_{rule.solution}, rz_v, rz_n * sizeof *rz_v);"
            result, given = "void", ""
        if self.status is not None:
            result, given = spelled(self.status), "return rz_value;"
        right = ""
        if rule.right is not None:
            right = f"rz_implicit_add(rz_v, 1, rz_d_{rule.right}, rz_n);"
        return f"""
{result} RZ_forward({self._params(tangents=True)})
{{
    {self._taken()}
    {self._solved()}
    double *rz_v = calloc(rz_n, sizeof *rz_v), *rz_o = calloc(rz_n, sizeof *rz_o);
    double rz_moved[] = {{{tangents}}};
    __enzyme_fwddiff((void *)RZ_zero, enzyme_const, rz_k->rz_x, enzyme_dup, rz_k->rz_s, rz_moved
                     {arrays}{rest}, enzyme_dup, rz_o, rz_v);
    for (long rz_i = 0; rz_i < rz_n; rz_i++)
        rz_v[rz_i] = -rz_v[rz_i];
    {right}
    RZ_solve(rz_k, rz_v, 0);
    {left}
    free(rz_v);
    free(rz_o);
    {self._freed()}
    {given}
}}"""
