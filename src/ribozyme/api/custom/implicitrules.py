"""Rules of solvers inside compiled code: the C functions of `rz.rule(f, implicit=residual, …)`.

    void newton(double *x, const double *p, int n)        R(x, p) = residual(x, p, n, out)

    augment     calls newton, refuses a residual that is not small, keeps x and p
    gradient    R_xᵀ·λ = x̄ by elimination;   p̄ -= R_pᵀ·λ
    forward     calls newton;   R_x·ẋ = -R_p·ṗ

They are C, written here and linked with the program where the rule is in force. Its calls of
`__enzyme_fwddiff` and `__enzyme_autodiff` are those of the C interface, so the derivative of the
residual is made as any other. The loop of the solver is never looked into.
"""

from collections.abc import Mapping
from typing import Final, Literal, final

from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import CType, Number, Pointer, spelled
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.base.errors import Error, error
from ribozyme.base.record import record

Kind = Literal["array", "number", "integers", "integer"]


@final
@record
class Implicit:
    """A solver, what is zero where it has ended, and how long its arrays are, in C."""

    of: Signature
    residual: Signature
    solution: str
    parameters: tuple[str, ...]
    sizes: Mapping[str, str]
    tol: float

    @property
    def prefix(self) -> str:
        """What the names of its functions begin with."""
        return "rz_implicit_" + "".join(c if c.isalnum() else "_" for c in self.of.symbol)


def source(
    f: Function,
    residual: object,
    solution: str | None,
    parameters: object,
    sizes: Mapping[str, object],
    tol: float,
) -> tuple[Implicit, str]:
    """The rule, and its functions in C."""
    if not isinstance(residual, Function):
        raise error("RZ008", f"implicit= is a function of the library, not {residual!r}")
    names = (parameters,) if isinstance(parameters, str) else parameters
    of, zero = f.signature, residual.signature
    if not isinstance(names, tuple | list) or not all(isinstance(one, str) for one in names):
        raise error("RZ008", f"parameters= are names of parameters of '{of.name}', not {names!r}")
    own = [p.name for p in of.parameters]
    unknown = [n for n in names if n not in own]
    if unknown:
        raise _unfit(of, f"it has no parameter '{unknown[0]}'")
    if not isinstance(solution, str):
        raise _unfit(of, 'solution="…" says which parameter it solves for')
    lengths = {name: str(size) for name, size in sizes.items()}
    rule = Implicit(of, zero, solution, tuple(names), lengths, tol)
    return rule, _Text(rule).whole()


def _kind(of: Signature, p: Parameter) -> Kind:
    match p.type:
        case Number(kind="float", size=8):
            return "number"
        case Number(kind="int" | "uint" | "bool"):
            return "integer"
        case Pointer(to=Number(kind="float", size=8)):
            return "array"
        case Pointer(to=Number(kind="int" | "uint" | "bool")):
            return "integers"
        case _:
            said = f"'{p.name}' is {spelled(p.type)}; such a rule takes double and integers"
            raise _unfit(of, said)


def _unfit(of: Signature, said: str) -> Error:
    return error("RZ212", f"the rule of '{of.name}': {said}", notes=(str(of),))


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

/* a·x = b or aᵀ·x = b by elimination with row exchanges; b becomes x, a is lost. */
static void rz_implicit_solve(double *a, double *b, long n)
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
}
"""


@final
class _Text:
    """The C of one rule."""

    def __init__(self, rule: Implicit) -> None:
        self.rule, of = rule, rule.of
        self.kinds = {p.name: _kind(of, p) for p in of.parameters}
        self.returns = rule.solution not in self.kinds
        double = Number("double", "float", 8)
        if self.returns and of.result != double:
            raise _unfit(of, f"it has no parameter '{rule.solution}', and returns no double")
        if not self.returns and self.kinds[rule.solution] != "array":
            raise _unfit(of, f"'{rule.solution}' is no array of double that it writes")
        self.inputs = [p for p in of.parameters if p.name != rule.solution]
        for p in of.parameters:
            if isinstance(p.type, Pointer) and p.name not in rule.sizes:
                said = f'how long \'{p.name}\' is must be said: sizes={{"{p.name}": "n"}}'
                raise _unfit(of, said)
        self.size = "1" if self.returns else rule.sizes[rule.solution]
        self.numbers = [p.name for p in self.inputs if self.kinds[p.name] == "number"]
        self.arrays = [p.name for p in self.inputs if self.kinds[p.name] == "array"]
        self.integers = [p for p in self.inputs if self.kinds[p.name].startswith("integer")]
        for p in self.inputs:
            if p.name not in rule.parameters and self.kinds[p.name] in ("array", "number"):
                said = f"'{p.name}' holds numbers, and is no parameter of the solution"
                raise _unfit(of, f"{said}: name it in parameters=")

    def whole(self) -> str:
        """All functions of the rule."""
        parts = (
            _HEAD, self._declared(self.rule.of, "solver"),
            self._declared(self.rule.residual, "residual"), self._wrapped(), self._kept(),
            self._matrix(), self._augment(), self._gradient(), self._forward(),
        )  # fmt: skip
        return "\n".join(parts).replace("RZ_", f"{self.rule.prefix}_")

    # ---- the program's functions -------------------------------------------------------------

    def _declared(self, of: Signature, name: str) -> str:
        params = ", ".join(f"{spelled(p.type)} {p.name}" for p in of.parameters)
        return f'{spelled(of.result)} RZ_{name}({params}) __asm__("{of.symbol}");'

    def _wrapped(self) -> str:
        """The residual with all numbers in one array."""
        zero, args, out = self.rule.residual, [], ""
        for p in zero.parameters:
            pointer = isinstance(p.type, Pointer)
            if p.name == self.rule.solution:
                args.append("(double *)rz_x" if pointer else "rz_x[0]")
            elif p.name in self.numbers:
                args.append(f"rz_s[{self.numbers.index(p.name)}]")
            elif p.name in self.kinds:
                args.append(f"({spelled(p.type)}){p.name}" if pointer else p.name)
            elif pointer and p.writes and not out:
                out = p.name
                args.append("rz_out")
            else:
                raise _unfit(self.rule.of, f"its residual has a parameter '{p.name}' of its own")
        gives = zero.result == Number("double", "float", 8)
        if bool(out) == gives:
            raise _unfit(self.rule.of, f"'{zero.name}' returns a double or writes one array")
        call = f"{'rz_out[0] = ' if gives else ''}RZ_residual({', '.join(args)});"
        return f"static void RZ_zero({self._own()}, double *rz_out) {{ {call} }}"

    def _own(self) -> str:
        arrays = "".join(f", const double *{name}" for name in self.arrays)
        rest = "".join(f", {spelled(_plain(p.type))} {p.name}" for p in self.integers)
        return f"const double *rz_x, const double *rz_s{arrays}{rest}"

    # ---- what is kept ------------------------------------------------------------------------

    def _kept(self) -> str:
        members = "".join(f" double *{name};" for name in self.arrays)
        more = "".join(f" {spelled(_plain(p.type))} {p.name};" for p in self.integers)
        return (
            f"struct RZ_kept {{ long size; double *rz_x, *rz_s;{members}{more} }};\n"
            f"struct RZ_pair {{ double value, other; }};\n"
            f"struct RZ_taped {{ struct RZ_kept *tape; double value; }};"
        )

    def _taken(self, x: str) -> str:
        """A record of the arguments, in new memory."""
        values = ", ".join(self.numbers) or "0"
        lines = [
            "struct RZ_kept *rz_k = malloc(sizeof *rz_k);",
            f"rz_k->size = {self.size};",
            f"rz_k->rz_x = rz_implicit_copy({x}, rz_k->size * sizeof(double));",
            f"double rz_all[] = {{{values}}};",
            "rz_k->rz_s = rz_implicit_copy(rz_all, sizeof rz_all);",
        ]
        lines += [
            f"rz_k->{name} = rz_implicit_copy({name}, ({self.rule.sizes[name]}) * sizeof(double));"
            for name in self.arrays
        ]
        for p in self.integers:
            size = self.rule.sizes.get(p.name)
            if isinstance(p.type, Pointer):
                copy = f"rz_implicit_copy({p.name}, ({size}) * sizeof *{p.name})"
                lines.append(f"rz_k->{p.name} = (void *){copy};")
            else:
                lines.append(f"rz_k->{p.name} = {p.name};")
        return "\n    ".join(lines)

    def _freed(self) -> str:
        names = ["rz_x", "rz_s", *self.arrays]
        names += [p.name for p in self.integers if isinstance(p.type, Pointer)]
        return " ".join(f"free((void *)rz_k->{name});" for name in names) + " free(rz_k);"

    def _matrix(self) -> str:
        """R_x, by columns; the rows of what is returned are its columns if `turned`."""
        arrays = "".join(f", enzyme_const, k->{name}" for name in self.arrays)
        rest = "".join(f", enzyme_const, k->{p.name}" for p in self.integers)
        plain = "".join(f", k->{name}" for name in self.arrays)
        plain += "".join(f", k->{p.name}" for p in self.integers)
        return f"""
static double *RZ_matrix(struct RZ_kept *k, int turned)
{{
    long n = k->size;
    double *a = malloc(n * n * sizeof *a), *along = calloc(n, sizeof *along);
    double *out = calloc(n, sizeof *out), *column = calloc(n, sizeof *column);
    for (long j = 0; j < n; j++) {{
        along[j] = 1;
        memset(column, 0, n * sizeof *column);
        __enzyme_fwddiff((void *)RZ_zero, enzyme_dup, k->rz_x, along, enzyme_const, k->rz_s
                         {arrays}{rest}, enzyme_dup, out, column);
        along[j] = 0;
        for (long i = 0; i < n; i++)
            a[turned ? j * n + i : i * n + j] = column[i];
    }}
    free(along);
    free(out);
    free(column);
    return a;
}}
static void RZ_check(struct RZ_kept *k)
{{
    double *out = calloc(k->size, sizeof *out), size = 0;
    RZ_zero(k->rz_x, k->rz_s{plain}, out);
    for (long i = 0; i < k->size; i++)
        size = fmax(size, out[i] == out[i] ? fabs(out[i]) : INFINITY);
    free(out);
    if (!(size <= {self.rule.tol!r})) {{
        static char said[256];
        snprintf(said, sizeof said, "RZ610 in '{self.rule.of.name}': it has not converged, "
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
                found.append(f"{spelled(_plain(p.type))} rz_d_{p.name}")
            elif tangents and self.kinds[p.name] == "number":
                found.append(f"double rz_d_{p.name}")
        return ", ".join(found) or "void"

    def _solved(self) -> str:
        call = f"RZ_solver({', '.join(p.name for p in self.rule.of.parameters)});"
        return f"double rz_value = {call}" if self.returns else call

    def _augment(self) -> str:
        x = "&rz_value" if self.returns else self.rule.solution
        given = "return (struct RZ_taped){rz_k, rz_value};" if self.returns else "return rz_k;"
        result = "struct RZ_taped" if self.returns else "struct RZ_kept *"
        return f"""
{result} RZ_augment({self._params(tangents=False)})
{{
    {self._solved()}
    {self._taken(x)}
    RZ_check(rz_k);
    {given}
}}"""

    def _gradient(self) -> str:
        x = self.rule.solution
        arrays = "".join(f", enzyme_dup, rz_k->{name}, rz_d_{name}" for name in self.arrays)
        rest = "".join(f", enzyme_const, rz_k->{p.name}" for p in self.integers)
        count = len(self.numbers)
        seed = "double rz_seed, " if self.returns else ""
        params = self._params(tangents=False)
        params = "" if params == "void" else f"{params}, "
        begin = "rz_v[0] = rz_seed;"
        if not self.returns:
            size = "rz_n * sizeof *rz_v"
            begin = f"memcpy(rz_v, rz_d_{x}, {size}); memset(rz_d_{x}, 0, {size});"
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
    double *rz_a = RZ_matrix(rz_k, 1), *rz_v = malloc(rz_n * sizeof *rz_v);
    double *rz_o = calloc(rz_n, sizeof *rz_o);
    double rz_found[{max(count, 1)}] = {{0}};
    {begin}
    rz_implicit_solve(rz_a, rz_v, rz_n);
    for (long rz_i = 0; rz_i < rz_n; rz_i++)
        rz_v[rz_i] = -rz_v[rz_i];
    __enzyme_autodiff((void *)RZ_zero, enzyme_const, rz_k->rz_x, enzyme_dup, rz_k->rz_s, rz_found
                      {arrays}{rest}, enzyme_dup, rz_o, rz_v);
    free(rz_a);
    free(rz_v);
    free(rz_o);
    {self._freed()}
    {given}
}}"""

    def _forward(self) -> str:
        x = "&rz_value" if self.returns else self.rule.solution
        arrays = "".join(f", enzyme_dup, rz_k->{name}, rz_d_{name}" for name in self.arrays)
        rest = "".join(f", enzyme_const, rz_k->{p.name}" for p in self.integers)
        tangents = ", ".join(f"rz_d_{name}" for name in self.numbers) or "0"
        left = "double rz_dot = rz_v[0];"
        given = "return (struct RZ_pair){rz_value, rz_dot};"
        if not self.returns:
            left, given = f"memcpy(rz_d_{self.rule.solution}, rz_v, rz_n * sizeof *rz_v);", ""
        return f"""
{"struct RZ_pair" if self.returns else "void"} RZ_forward({self._params(tangents=True)})
{{
    {self._solved()}
    {self._taken(x)}
    RZ_check(rz_k);
    long rz_n = rz_k->size;
    double *rz_a = RZ_matrix(rz_k, 0), *rz_v = calloc(rz_n, sizeof *rz_v);
    double *rz_o = calloc(rz_n, sizeof *rz_o);
    double rz_moved[] = {{{tangents}}};
    __enzyme_fwddiff((void *)RZ_zero, enzyme_const, rz_k->rz_x, enzyme_dup, rz_k->rz_s, rz_moved
                     {arrays}{rest}, enzyme_dup, rz_o, rz_v);
    for (long rz_i = 0; rz_i < rz_n; rz_i++)
        rz_v[rz_i] = -rz_v[rz_i];
    rz_implicit_solve(rz_a, rz_v, rz_n);
    {left}
    free(rz_a);
    free(rz_v);
    free(rz_o);
    {self._freed()}
    {given}
}}"""


def _plain(type: CType) -> CType:
    """The type without the promise that nothing is written through it."""
    return Pointer(type.to, False, type.sign) if isinstance(type, Pointer) else type
