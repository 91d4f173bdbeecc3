"""Rules over arrays as C: the three functions of a rule, made of loops.

    void mysolve(const double *A, const double *b, double *x, int n)

    augment     calls mysolve, keeps A and x
    gradient    the adjoint of x is taken and set to zero; λ = A⁻ᵀ·x̄;  b̄ += λ,  Ā -= λ·xᵀ
    forward     calls mysolve;  ẋ = A⁻¹·(ḃ - Ȧ·x)

The functions are linked with programs that have the function, and can be differentiated again. An
array that is written must lie apart from the others: the call ends with RZ604 where it does not.
"""

from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Final, final

from ribozyme.api.custom.arrayrules import RESULT, ArrayRule
from ribozyme.rules.matrix_expr import ELEMENTWISE, Apply, Expr, Leaf, Number, Shape, leaves, steps

_SIGN: Final = {"add": "+", "sub": "-", "times": "*", "over": "/"}


def source(rule: ArrayRule) -> str:
    """The C of a rule's functions."""
    return _Text(rule).whole()


def size(shape: Shape) -> str:
    """How many numbers an array holds, in C."""
    return " * ".join(f"(long)({one})" for one in shape) or "1"


@final
class _Body:
    """Statements that compute expressions, each term once; what they allocate is freed."""

    def __init__(self, leaf: Callable[[Leaf], str], names: Iterable[int]) -> None:
        self.leaf, self.names = leaf, iter(names)
        self.made: dict[Expr, str] = {}
        self.lines: list[str] = []
        self.rooms: list[str] = []

    def inner(self) -> "_Body":
        """A block inside: it sees what is there, and what it makes is its own."""
        found = _Body(self.leaf, self.names)
        found.made = dict(self.made)
        return found

    def value(self, expr: Expr) -> str:
        """The name of an expression's value, which is there from now on."""
        for term in steps(expr):
            if term not in self.made:
                self.made[term] = self._made(term)
        return self.made[expr]

    def freed(self) -> list[str]:
        """The statements that give memory back."""
        return [f"free({name});" for name in self.rooms]

    def _made(self, term: Expr) -> str:
        match term:
            case Leaf():
                return self.leaf(term)
            case Number(text):
                return f"((RZ_t)({text}))"
            case Apply(op, args, shape):
                name = f"rz_{next(self.names)}"
                given = [self.made[arg] for arg in args]
                if not shape:
                    self.lines.append(f"RZ_t {name} = {_number(op, args, given)};")
                    return name
                self.rooms.append(name)
                self.lines.append(f"RZ_t *{name} = RZ_room({size(shape)});")
                self.lines.append(_array(op, args, given, shape, name))
                return name


def _number(op: str, args: tuple[Expr, ...], given: list[str]) -> str:
    """An operation whose value is a number."""
    match op:
        case "neg":
            return f"-{given[0]}"
        case _ if op in _SIGN:
            return f"{given[0]} {_SIGN[op]} {given[1]}"
        case _ if op in ELEMENTWISE:
            return f"{op}({given[0]})"
        case "matmul":
            return f"RZ_dot({size(args[0].shape)}, {', '.join(given)})"
        case "trace":
            return f"RZ_trace((long)({args[0].shape[0]}), {given[0]})"
        case _:
            return f"RZ_total({size(args[0].shape)}, {given[0]})"


def _array(op: str, args: tuple[Expr, ...], given: list[str], shape: Shape, name: str) -> str:
    """The statement that fills the array of an operation."""
    each = [f"{one}[rz_i]" if arg.shape else one for one, arg in zip(given, args, strict=True)]
    sizes = ", ".join(f"(long)({one})" for arg in args for one in arg.shape)
    passed = ", ".join((*given, name))
    match op:
        case "neg":
            element = f"-{each[0]}"
        case _ if op in _SIGN:
            element = f"{each[0]} {_SIGN[op]} {each[1]}"
        case _ if op in ELEMENTWISE:
            element = f"{op}({each[0]})"
        case "ones":
            element = "1"
        case "matmul":
            m, n = (shape[0], shape[-1]) if len(shape) == 2 else ("1", shape[0])
            if len(args[1].shape) == 1:
                m, n = shape[0], "1"
            return f"RZ_matmul((long)({m}), (long)({args[1].shape[0]}), (long)({n}), {passed});"
        case "solve":
            columns = shape[1] if len(shape) == 2 else "1"
            return f"RZ_solved((long)({shape[0]}), (long)({columns}), {passed});"
        case "eye":
            return f"RZ_eye((long)({shape[0]}), {name});"
        case "diag":
            which = "spread" if len(shape) == 2 else "diagonal"
            return f"RZ_{which}((long)({shape[0]}), {passed});"
        case _:  # T, outer, tril, triu
            return f"RZ_{op}({sizes}, {passed});"
    return f"for (long rz_i = 0; rz_i < {size(shape)}; rz_i++) {name}[rz_i] = {element};"


@final
class _Text:
    """The C of one rule."""

    def __init__(self, rule: ArrayRule) -> None:
        self.rule = rule
        self.arrays = {one.name: one for one in rule.of_kind("array")}
        self.numbers = [one.name for one in rule.of_kind("number")]
        self.adjoints = rule.adjoints()
        used = frozenset[Leaf]().union(*map(leaves, self.adjoints.values()))
        self.kept = sorted(
            (leaf for leaf in used if leaf.role in ("value", "before") and leaf.shape),
            key=lambda leaf: (leaf.name, leaf.role),
        )
        self.keeps_result = any(leaf.name == RESULT and leaf.role == "value" for leaf in used)
        self.gives = rule.returns != "void"

    def whole(self) -> str:
        """All functions of the rule."""
        head = (files("ribozyme.api.custom") / "arrays.h").read_text(encoding="utf-8")
        members = "".join(f" RZ_t *{_place(leaf)};" for leaf in self.kept)
        params = ", ".join(f"{one.type} {one.name}" for one in self.rule.operands) or "void"
        parts = (
            f"typedef {self.rule.number} RZ_t;",
            head,
            f'{self.rule.returns} RZ_function({params}) __asm__("{self.rule.symbol}");',
            f"struct RZ_kept {{ {self.rule.number} value;{members} }};",
            f"struct RZ_taped {{ struct RZ_kept *tape; {self._result()} value; }};",
            f"struct RZ_pair {{ {self._result()} value; RZ_t other; }};",
            self._augment(),
            self._gradient(),
            self._forward(),
        )
        return "\n".join(parts).replace("RZ_", f"{self.rule.prefix}_")

    def _result(self) -> str:
        return self.rule.returns if self.gives else "int"

    def _params(self, *, tangents: bool) -> list[str]:
        found: list[str] = []
        for one in self.rule.operands:
            found.append(f"{one.type} {one.name}")
            if one.kind in ("array", "other"):
                found.append(f"{one.type.replace('const ', '')} rz_d_{one.name}")
            elif tangents and one.kind == "number":
                found.append(f"RZ_t rz_d_{one.name}")
        return found

    def _call(self) -> str:
        call = f"RZ_function({', '.join(one.name for one in self.rule.operands)});"
        return f"{self._result()} rz_value = {call}" if self.gives else call

    def _apart(self) -> list[str]:
        return [
            f"RZ_apart({name}, {size(self.arrays[name].shape)}, {other}, {size(one.shape)});"
            for name in self.rule.outputs
            for other, one in self.arrays.items()
            if other != name
        ]

    # ---- the functions -----------------------------------------------------------------------

    def _augment(self) -> str:
        """Call the function, and keep what adjoints take."""
        keep = {
            role: [
                f"rz_kept->{_place(leaf)} = RZ_copy({leaf.name}, {size(leaf.shape)});"
                for leaf in self.kept
                if leaf.role == role
            ]
            for role in ("value", "before")
        }
        lines = [
            "struct RZ_kept *rz_kept = malloc(sizeof *rz_kept);",
            *self._apart(),
            *keep["before"],
            self._call(),
            *keep["value"],
            f"rz_kept->value = {'rz_value' if self.keeps_result else '0'};",
            "return (struct RZ_taped){rz_kept, rz_value};" if self.gives else "return rz_kept;",
        ]
        result = "struct RZ_taped" if self.gives else "struct RZ_kept *"
        return _function(result, "augment", self._params(tangents=False), lines)

    def _gradient(self) -> str:
        """Take the adjoints of the outputs, and add to those of the operands."""
        seed = [f"{self.rule.returns} rz_seed"] if self._is_float() else []
        params = [*self._params(tangents=False), *seed, "struct RZ_kept *rz_kept"]
        lines, freed = [], []
        for name in self.rule.outputs:
            lines.append(f"RZ_t *rz_s_{name} = RZ_taken(rz_d_{name}, {size(self._shape(name))});")
            freed.append(f"rz_s_{name}")
        names = iter(range(10**6))
        body = _Body(self._kept_leaf, names)
        for term in _shared(self.adjoints.values()):
            body.value(term)
        lines += body.lines
        sums = [f"RZ_t rz_b_{name} = 0;" for name in self.numbers]
        lines += sums
        for name, bar in self.adjoints.items():
            lines += self._added(name, bar, body.inner())
        freed += body.rooms + [f"rz_kept->{_place(leaf)}" for leaf in self.kept] + ["rz_kept"]
        lines += [f"free({one});" for one in freed]
        result, declared = "void", ""
        if len(self.numbers) == 1:
            result = "RZ_t"
            lines.append(f"return rz_b_{self.numbers[0]};")
        elif self.numbers:
            result = "struct RZ_found"
            members = " ".join(f"RZ_t {name};" for name in self.numbers)
            declared = f"struct RZ_found {{ {members} }};\n"
            values = ", ".join(f"rz_b_{name}" for name in self.numbers)
            lines.append(f"return (struct RZ_found){{{values}}};")
        return declared + _function(result, "gradient", params, lines)

    def _added(self, name: str, bar: Expr, block: _Body) -> list[str]:
        """What one operand's adjoint grows by, where it has one."""
        value = block.value(bar)
        if name not in self.arrays:
            return ["{", *block.lines, f"rz_b_{name} += {value};", *block.freed(), "}"]
        add = (
            f"for (long rz_i = 0; rz_i < {size(self._shape(name))}; rz_i++)"
            f" rz_d_{name}[rz_i] += {value}{'[rz_i]' if bar.shape else ''};"
        )
        return [f"if (rz_d_{name}) {{", *block.lines, add, *block.freed(), "}"]

    def _forward(self) -> str:
        """Call the function, and find the tangents from those that were there before."""
        used = frozenset[Leaf]().union(*map(leaves, self.rule.terms()))
        arrays = sorted({leaf.name for leaf in used if leaf.role == "tangent" and leaf.shape})
        before = sorted({leaf.name for leaf in used if leaf.role == "before"})
        lines, freed = self._apart(), []
        for name in arrays:
            lines.append(f"RZ_t *rz_t_{name} = RZ_tangent(rz_d_{name}, {size(self._shape(name))});")
            freed.append(f"rz_t_{name}")
        for name in before:
            lines.append(f"RZ_t *rz_o_{name} = RZ_copy({name}, {size(self._shape(name))});")
            freed.append(f"rz_o_{name}")
        lines.append(self._call())
        body = _Body(_here, iter(range(10**6)))
        values = {name: body.value(term) for name, term in self.rule.outputs.items()}
        dot = "0" if self.rule.result is None else body.value(self.rule.result)
        lines += body.lines
        for name, value in values.items():
            lines.append(f"RZ_put(rz_d_{name}, {value}, {size(self._shape(name))});")
        lines += [f"RZ_t rz_dot = {dot};"] if self._is_float() else []
        lines += [f"free({one});" for one in (*freed, *body.rooms)]
        result = "void"
        if self._is_float():
            result = "struct RZ_pair"
            lines.append("return (struct RZ_pair){rz_value, rz_dot};")
        elif self.gives:
            result = self.rule.returns
            lines.append("return rz_value;")
        return _function(result, "forward", self._params(tangents=True), lines)

    def _is_float(self) -> bool:
        return self.rule.returns in ("float", "double")

    def _shape(self, name: str) -> Shape:
        return self.arrays[name].shape

    def _kept_leaf(self, leaf: Leaf) -> str:
        """Where a term of an adjoint lies."""
        if leaf.role == "seed":
            return "rz_seed" if leaf.name == RESULT else f"rz_s_{leaf.name}"
        if leaf.name == RESULT:
            return "rz_kept->value"
        return f"rz_kept->{_place(leaf)}" if leaf.shape else leaf.name


def _here(leaf: Leaf) -> str:
    """Where a term of a tangent lies, after the call."""
    match leaf.role:
        case "tangent":
            return f"rz_t_{leaf.name}" if leaf.shape else f"rz_d_{leaf.name}"
        case "before":
            return f"rz_o_{leaf.name}"
        case _:
            return "rz_value" if leaf.name == RESULT else leaf.name


def _place(leaf: Leaf) -> str:
    """The member that keeps an array."""
    return f"{leaf.role}_{leaf.name}"


def _shared(terms: Iterable[Expr]) -> list[Expr]:
    """What several expressions have in common, in an order in which it can be computed."""
    count: dict[Expr, int] = {}
    for term in terms:
        for part in steps(term):
            count[part] = count.get(part, 0) + 1
    return [part for part, times in count.items() if times > 1]


def _function(result: str, role: str, params: list[str], lines: list[str]) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"{result} RZ_{role}({', '.join(params) or 'void'})\n{{\n{body}}}\n"
