"""What a callback is in C: the function the program calls, and the three functions of its rule.

    double table(double a, const double *x, int n)

    → double table(…)                  hands its arguments to the function below
      double rz_callback_…_of(…)       calls Python: words are addresses of extents, inputs, outputs
      …_augment                        does so too, and keeps a copy of the inputs
      …_gradient                       calls Python with the copies, the seeds, and room for theirs
      …_forward                        … with tangents, and room for those of the outputs

Arrays that are not `const` are outputs: nothing of what they held is seen.
"""

from typing import Final, final

from ribozyme.api.signatures.ctype import Number, Pointer, declared
from ribozyme.backend.runtime.callbacks import STATUS
from ribozyme.base.record import record, replaced

PREFIX: Final = "rz_callback_"

_HEAD: Final = """\
#include <stdlib.h>
#include <string.h>
void rz_callback_throw(int, const char *) __asm__("rz.throw");
int @SYMBOL@(int, void **);
static void *@SYMBOL@_copy(const void *of, size_t bytes)
{
    void *made = malloc(bytes + 1);
    if (!made)
        rz_callback_throw(1, "no memory for a callback");
    if (of)
        memcpy(made, of, bytes);
    else
        memset(made, 0, bytes);
    return made;
}
"""


@final
@record
class Operand:
    """A parameter or the number returned; an array has a shape, in C, and `const` is an input."""

    name: str
    number: Number
    shape: tuple[str, ...] | None
    const: bool

    @property
    def bytes(self) -> str:
        """Its size in C."""
        count = " * ".join(f"(size_t)({one})" for one in self.shape or ()) or "1"
        return f"{count} * sizeof({self.number.spelling})"

    @property
    def axes(self) -> int:
        """How many dimensions it has."""
        return len(self.shape or ())

    @property
    def is_active(self) -> bool:
        """Whether it is an input with a derivative."""
        return self.const and self.number.is_float


@final
@record
class RuleNames:
    """The functions of a rule."""

    of: str
    augment: str
    gradient: str
    forward: str


@final
@record
class Face:
    """A callback as the program sees it."""

    name: str
    operands: tuple[Operand, ...]
    returned: Number | None
    symbol: str

    def named(self, symbol: str) -> "Face":
        """The same under another symbol."""
        return replaced(self, symbol=symbol)

    @property
    def rule(self) -> RuleNames:
        """The names of the functions."""
        return RuleNames(
            *(f"{self.symbol}_{part}" for part in ("of", "augment", "gradient", "forward"))
        )

    @property
    def arrays(self) -> tuple[Operand, ...]:
        """The operands that are arrays."""
        return tuple(one for one in self.operands if one.shape is not None)

    @property
    def inputs(self) -> tuple[Operand, ...]:
        """What the Python function takes."""
        return tuple(one for one in self.operands if one.const)

    @property
    def active(self) -> tuple[Operand, ...]:
        """The inputs with derivatives."""
        return tuple(one for one in self.operands if one.is_active)

    @property
    def outputs(self) -> tuple[Operand, ...]:
        """What the Python function gives: the number returned first."""
        given = () if self.returned is None else (Operand("rz_r", self.returned, None, False),)
        return (*given, *(one for one in self.operands if not one.const))

    def words(self, what: int) -> int:
        """How many words an entry is given."""
        count = len(self.arrays) + len(self.inputs) + len(self.outputs)
        return count + (len(self.active) if what else 0)


def source(face: Face) -> str:
    """The C of a callback."""
    return _Text(face).whole()


@final
class _Text:
    def __init__(self, face: Face) -> None:
        self.face, self.rule = face, face.rule
        self.result = "void" if face.returned is None else face.returned.spelling

    def whole(self) -> str:
        head = _HEAD.replace("@SYMBOL@", self.face.symbol)
        return "\n".join((head, self._struct(), self._of(), self._shown(), self._augment(),
                          self._gradient(), self._forward(), ""))  # fmt: skip

    # ---- declarations ----------------------------------------------------------------------------

    def _parameters(self, shadows: str = "") -> list[str]:
        """The parameters in C; behind each pointer its shadow, and with `forward` each tangent."""
        found = []
        for one in self.face.operands:
            type = one.number if one.shape is None else Pointer(one.number, one.const)
            found.append(declared(type, one.name))
            if shadows and one.shape is not None:
                found.append(f"{one.number.spelling} *rz_d_{one.name}")
            elif shadows == "forward" and one.number.is_float:
                found.append(f"{one.number.spelling} rz_d_{one.name}")
        return found

    def _struct(self) -> str:
        """What is kept of a call: the inputs, and the extents of all arrays."""
        members = ["int rz_none;"]
        for one in self.face.inputs:
            members.append(
                f"{one.number.spelling} {'*' if one.shape is not None else ''}{one.name};"
            )
        extents = [
            f"long long rz_n_{one.name}[{len(one.shape or ())}];" for one in self.face.arrays
        ]
        return f"struct {self.face.symbol}_kept {{ {' '.join((*members, *extents))} }};"

    def _extents(self) -> list[str]:
        return [
            f"long long rz_n_{one.name}[] = {{{', '.join(map('({})'.format, one.shape or ()))}}};"
            for one in self.face.arrays
        ]

    def _call(self, what: int, words: list[str]) -> str:
        return (
            f"void *rz_w[] = {{{', '.join(words)}}};\n"
            f"    if ({self.face.symbol}({what}, rz_w))\n"
            f'        rz_callback_throw({STATUS}, "a callback raised an exception");'
        )

    def _function(self, head: str, parameters: list[str], lines: list[str]) -> str:
        body = "".join(f"    {line}\n" for line in lines)
        return f"{head}({', '.join(parameters) or 'void'})\n{{\n{body}}}"

    # ---- functions -------------------------------------------------------------------------------

    def _of(self) -> str:
        words = [f"rz_n_{one.name}" for one in self.face.arrays]
        words += [_address(one) for one in (*self.face.inputs, *self.face.outputs)]
        back = [] if self.face.returned is None else [f"{self.result} rz_r = 0;"]
        lines = [*back, *self._extents(), self._call(0, words), *(["return rz_r;"] if back else [])]
        head = f"__attribute__((noinline)) {self.result} {self.rule.of}"
        return self._function(head, self._parameters(), lines)

    def _shown(self) -> str:
        given = ", ".join(one.name for one in self.face.operands)
        back = "" if self.face.returned is None else "return "
        return self._function(
            f"{self.result} {self.face.name}",
            self._parameters(),
            [f"{back}{self.rule.of}({given});"],
        )

    def _augment(self) -> str:
        kept = f"struct {self.face.symbol}_kept"
        name = f"struct {self.face.symbol}_augmented"
        lines = [f"{kept} *rz_k = {self.face.symbol}_copy(0, sizeof *rz_k);"]
        for one in self.face.inputs:
            copy = f"{self.face.symbol}_copy({one.name}, {one.bytes})"
            lines.append(f"rz_k->{one.name} = {one.name if one.shape is None else copy};")
        for one in self.face.arrays:
            lines += [
                f"rz_k->rz_n_{one.name}[{k}] = ({part});" for k, part in enumerate(one.shape or ())
            ]
        call = f"{self.rule.of}({', '.join(one.name for one in self.face.operands)})"
        if self.face.returned is None:
            lines += [f"{call};", "return rz_k;"]
            return self._function(f"{kept} *{self.rule.augment}", self._parameters("back"), lines)
        lines.append(f"return ({name}){{rz_k, {call}}};")
        made = f"{name} {{ {kept} *tape; {self.result} r; }}"
        return f"{made};\n" + self._function(
            f"{name} {self.rule.augment}", self._parameters("back"), lines
        )

    def _gradient(self) -> str:
        face, parameters = self.face, self._parameters("back")
        seeded = face.returned is not None and face.returned.is_float
        parameters += [f"{self.result} rz_seed"] if seeded else []
        parameters.append(f"struct {face.symbol}_kept *rz_k")
        lines, words, after = [], [f"rz_k->rz_n_{one.name}" for one in face.arrays], []
        words += [_address(one, "rz_k->") for one in face.inputs]
        for one in face.outputs:
            if one.shape is None:
                lines += [] if seeded else [f"{self.result} rz_seed = 0;"]
                words.append("&rz_seed")
                continue
            shadow, bytes = f"rz_d_{one.name}", self._kept_bytes(one)
            lines += [
                self._copied(one, f"rz_s_{one.name}", shadow, bytes),
                f"if ({shadow}) memset({shadow}, 0, {bytes});",
            ]
            words.append(f"rz_s_{one.name}")
            after.append(f"free(rz_s_{one.name});")
        numbers = []
        for one in face.active:
            if one.shape is None:
                numbers.append(f"rz_b_{one.name}")
                lines.append(f"{one.number.spelling} rz_b_{one.name} = 0;")
                words.append(f"&rz_b_{one.name}")
                continue
            bytes = self._kept_bytes(one)
            lines.append(self._copied(one, f"rz_b_{one.name}", "0", bytes))
            words.append(f"rz_b_{one.name}")
            after += [
                f"size_t rz_e_{one.name} = {bytes} / sizeof *rz_b_{one.name};",
                f"if (!rz_d_{one.name}) rz_e_{one.name} = 0;",
                f"for (size_t rz_i = 0; rz_i < rz_e_{one.name}; rz_i++)",
                f"    rz_d_{one.name}[rz_i] += rz_b_{one.name}[rz_i];",
                f"free(rz_b_{one.name});",
            ]
        after += [f"free(rz_k->{one.name});" for one in face.inputs if one.shape is not None]
        lines += [self._call(1, words), *after, "free(rz_k);"]
        return self._adjoints(parameters, lines, numbers)

    def _adjoints(self, parameters: list[str], lines: list[str], numbers: list[str]) -> str:
        """The gradient, which returns the adjoints of numbers."""
        types = [one.number.spelling for one in self.face.active if one.shape is None]
        if len(numbers) <= 1:
            lines += [f"return {name};" for name in numbers]
            return self._function(
                f"{types[0] if types else 'void'} {self.rule.gradient}", parameters, lines
            )
        name = f"struct {self.face.symbol}_adjoints"
        lines.append(f"return ({name}){{{', '.join(numbers)}}};")
        members = " ".join(f"{type} m{k};" for k, type in enumerate(types))
        made = f"{name} {{ {members} }};\n"
        return made + self._function(f"{name} {self.rule.gradient}", parameters, lines)

    def _forward(self) -> str:
        face, lines = self.face, []
        words = [f"rz_n_{one.name}" for one in face.arrays]
        words += [_address(one) for one in face.inputs]
        after, outputs = [], []
        for one in face.active:
            if one.shape is None:
                words.append(f"&rz_d_{one.name}")
                continue
            lines.append(self._copied(one, f"rz_t_{one.name}", f"rz_d_{one.name}", one.bytes))
            words.append(f"rz_t_{one.name}")
            after.append(f"free(rz_t_{one.name});")
        for one in face.outputs:
            if one.shape is None:
                outputs.append(f"{self.result} rz_r_dot = 0;")
                words.append("&rz_r_dot")
                continue
            lines.append(self._copied(one, f"rz_o_{one.name}", "0", one.bytes))
            words.append(f"rz_o_{one.name}")
            after += [
                f"if (rz_d_{one.name}) memcpy(rz_d_{one.name}, rz_o_{one.name}, {one.bytes});",
                f"free(rz_o_{one.name});",
            ]
        lines = [*self._extents(), *outputs, *lines, self._call(2, words), *after]
        call = f"{self.rule.of}({', '.join(one.name for one in face.operands)})"
        parameters = self._parameters("forward")
        if face.returned is None:
            return self._function(f"void {self.rule.forward}", parameters, [*lines, f"{call};"])
        if not face.returned.is_float:
            lines.append(f"return {call};")
            return self._function(f"{self.result} {self.rule.forward}", parameters, lines)
        name = f"struct {face.symbol}_tangent"
        lines.append(f"return ({name}){{{call}, rz_r_dot}};")
        made = f"{name} {{ {self.result} r, dot; }};\n"
        return made + self._function(f"{name} {self.rule.forward}", parameters, lines)

    def _copied(self, one: Operand, to: str, of: str, bytes: str) -> str:
        """The declaration of an array with what another holds, or zeros."""
        return f"{one.number.spelling} *{to} = {self.face.symbol}_copy({of}, {bytes});"

    def _kept_bytes(self, one: Operand) -> str:
        """The size of an array in the reverse sweep, from the extents that were kept."""
        parts = [f"(size_t)rz_k->rz_n_{one.name}[{k}]" for k in range(len(one.shape or ()))]
        return f"{' * '.join(parts) or '1'} * sizeof({one.number.spelling})"


def _address(one: Operand, of: str = "") -> str:
    return f"(void *){of}{one.name}" if one.shape is not None else f"(void *)&{of}{one.name}"


__all__ = ["Face", "Operand", "RuleNames", "source"]
