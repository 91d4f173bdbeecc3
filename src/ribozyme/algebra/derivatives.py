"""The derivatives of a row as C text.

    gemm_before(…)       C' = beta·C' + beta'·C + alpha'·A@B + alpha·(A'@B + A@B')
    gemm_aug(…)          keeps alpha, beta and, of A, B and C, what the adjoints of active operands
                         take; then calls the routine
    gemm_pull(…)         A' += alpha·C'@Bᵀ, …, and C' = beta·C' at last

Each takes the routine's arguments, behind each address its shadow: null where it is inactive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from ribozyme.algebra.convention import parameters, result
from ribozyme.algebra.rows import Added, Composed, InPlace, Row, Written

_TAPE = ["void **frame", "void *arena"]


def derivatives(row: Row) -> str:
    """The functions of a row whose derivatives follow from what it adds or multiplies by."""
    match row.term:
        case Added() as term:
            return _kept_type(row) + _added(row, term)
        case InPlace() as term:
            return _kept_type(row) + _in_place(row, term)
        case Written() | Composed():
            return ""
    assert_never(row.term)


def is_after(row: Row) -> bool:
    """Whether tangents are found after the routine has run, from what it left."""
    match row.term:
        case Added():
            return False
        case InPlace(inverse=inverse):
            return inverse
        case Written() | Composed():
            return row.result == "int"
    assert_never(row.term)


def declarations(row: Row, name: str) -> str:
    """The derivatives of a row by their names in IR."""
    forward = "after" if is_after(row) else "before"
    gives = result(row)
    own = parameters(row, shadows=True)
    tangent = [*own, "int info"] if row.result == "int" else own
    seed = ["R seed"] if row.result == "number" else []
    heads = (
        (gives, forward, tangent),
        (gives, "aug", [*own, *_TAPE]),
        ("void", "pull", [*own, *seed, *_TAPE]),
    )
    return "".join(
        f"{type} {row.name}_{kind}({', '.join(params)})"
        f' __asm__("{name}.{kind}") __attribute__((noinline));\n'
        for type, kind, params in heads
    )


# ---- text ----------------------------------------------------------------------------------------


def _function(row: Row, kind: str, more: Iterable[str], body: Iterable[str]) -> str:
    heads = ", ".join((*parameters(row, shadows=True), *more))
    lines = "".join(f"  {line}\n" for line in body)
    return f"void {row.name}_{kind}({heads}) {{\n{lines}}}\n"


def _spell(text: str, c: str, given: dict[str, str]) -> str:
    """A call of a term with its operands in their places."""
    return text.format_map({"c": c, **given})


def _at(name: str, pointer: str, leading: str = "") -> str:
    return f"{pointer}, {leading or f'ld{name}'}"


def _primal(row: Row, name: str) -> str:
    return _at(name, name)


def _shadow(row: Row, name: str) -> str:
    return _at(name, f"{name}_sh")


def _kept(row: Row, name: str) -> str:
    return _at(name, f"kept->{name}", f"kept->ld{name}")


def _is_vector(row: Row, name: str) -> bool:
    return row.param(name).kind == "vector"


def _kept_leading(row: Row, name: str) -> str:
    return "1" if _is_vector(row, name) else f"({row.shapes[name].rows})"


def _size(row: Row, name: str) -> str:
    """What the functions of `kernels.h` take of an operand's shape."""
    shape = row.shapes[name]
    if _is_vector(row, name):
        return shape.cols
    return f"{shape.region}, {shape.rows}, {shape.cols}"


def _of(row: Row, name: str, function: str) -> str:
    return f"{function}_vector" if _is_vector(row, name) else function


def _apart(row: Row, output: str) -> list[str]:
    """Checks that nothing else lies where the output does."""

    def spelled(name: str) -> str:
        shape = row.shapes[name]
        return f"{name}, {shape.rows}, {shape.cols}, ld{name}"

    own = spelled(output)
    matrices = [f"apart({own}, {spelled(name)});" for name in row.shapes if name != output]
    scalars = [p.name for p in row.params if p.kind == "scalar"]
    return [*matrices, *(f"apart({own}, {name}, 1, 1, 1);" for name in scalars)]


def _kept_type(row: Row) -> str:
    scalars = "".join(f" T {p.name};" for p in row.params if p.kind == "scalar")
    arrays = "".join(f" const T *{name}; long ld{name};" for name in row.shapes)
    before = f" T *{row.term.output}_before;" if isinstance(row.term, InPlace) else ""
    return f"typedef struct {{{scalars}{arrays}{before} }} Kept_{row.name};\n"


def _keeping(row: Row, output: str) -> list[str]:
    own = f"Kept_{row.name} *kept = rz_keep(arena, sizeof(Kept_{row.name}));"
    scalars = [f"kept->{p.name} = *{p.name};" for p in row.params if p.kind == "scalar"]
    none = [f"kept->{name} = 0; kept->ld{name} = 0;" for name in row.shapes]
    call = f"{row.name}({', '.join(_names(row))});"
    idle = f"if (!{output}_sh) {{ {call} return; }}"
    return [own, "*frame = kept;", *scalars, *none, idle, *_apart(row, output)]


def _keep(row: Row, name: str, where: str = "") -> str:
    """Statements that keep an operand: where it lies if it stays there, else a copy. What was there
    before the routine ran does not stay where the routine writes."""
    function = "kept_vector" if _is_vector(row, name) else "kept_region"
    copy = f"{function}(arena, {_size(row, name)}, {_primal(row, name)})"
    if where:
        return f"kept->{where} = {copy};"
    place = _names(row).index(name)
    stays = f"(long)frame[1] >> {place} & 1"
    return (
        f"{{ kept->{name} = {stays} ? {name} : {copy};"
        f" kept->ld{name} = {stays} ? ld{name} : {_kept_leading(row, name)}; }}"
    )


def _names(row: Row) -> list[str]:
    return [text.split()[-1].lstrip("*") for text in parameters(row)]


# ---- what a term is added to ---------------------------------------------------------------------


def _added(row: Row, term: Added) -> str:
    return "".join((_added_before(row, term), _added_aug(row, term), _added_pull(row, term)))


def _value(row: Row, term: Added, c: str, output: str, of: Callable[[Row, str], str]) -> str:
    given = {"Z": output, **{name: of(row, name) for name in term.operands}}
    return _spell(term.value, c, given) + ";"


def _added_before(row: Row, term: Added) -> str:
    output, shadow = term.output, _shadow(row, term.output)
    lines = [f"if (!{output}_sh) return;", *_apart(row, output)]
    if term.beta:
        lines.append(f"{_of(row, output, 'scaled')}({_size(row, output)}, *beta, {shadow});")
        add = f"{_of(row, output, 'added')}({_size(row, output)}, *beta_sh"
        lines.append(f"if (beta_sh) {add}, {_primal(row, output)}, {shadow});")
    lines.append(f"if (alpha_sh) {_value(row, term, '*alpha_sh', shadow, _primal)}")
    for name in term.operands:
        given = {"Z": shadow, **{one: _primal(row, one) for one in term.operands}}
        if name in term.tangents:
            text = _spell(term.tangents[name], "*alpha", {**given, f"{name}'": _shadow(row, name)})
        else:
            text = _spell(term.value, "*alpha", {**given, name: _shadow(row, name)})
        lines.append(f"if ({name}_sh) {text};")
    return _function(row, "before", (), lines)


def _users(term: Added, name: str) -> str:
    """When the value of an operand is taken by an adjoint, as a condition in C."""
    users = ["alpha_sh", *(f"{one}_sh" for one in term.operands if name in term.needed(one))]
    return " || ".join(users)


def _added_aug(row: Row, term: Added) -> str:
    output = term.output
    lines = _keeping(row, output)
    lines += [f"if ({_users(term, name)}) {_keep(row, name)}" for name in term.operands]
    if term.beta:
        lines.append(f"if (beta_sh) {_keep(row, output)}")
    lines.append(f"{row.name}({', '.join(_names(row))});")
    return _function(row, "aug", _TAPE, lines)


def _added_pull(row: Row, term: Added) -> str:
    output, shadow = term.output, _shadow(row, term.output)
    lines = [f"Kept_{row.name} *kept = *frame;", f"if (!{output}_sh) return;"]
    lines += _alpha(row, output, lambda room: _value(row, term, "1", room, _kept), shadow)
    for name in term.operands:
        given = {"Z": shadow, **{one: _kept(row, one) for one in term.operands}}
        text = _spell(term.adjoints[name], "kept->alpha", {**given, f"{name}'": _shadow(row, name)})
        lines.append(f"if ({name}_sh) {{ {text}; }}")
    if term.beta:
        inner = f"{_of(row, output, 'inner')}({_size(row, output)}"
        lines.append(f"if (beta_sh) *beta_sh += {inner}, {_kept(row, output)}, {shadow});")
        lines.append(
            f"{_of(row, output, 'scaled')}({_size(row, output)}, cj(kept->beta), {shadow});"
        )
    return _function(row, "pull", _TAPE, lines)


def _alpha(row: Row, output: str, value: Callable[[str], str], shadow: str) -> list[str]:
    """The adjoint of the factor: the inner product of the term with the output's adjoint."""
    shape, leading = row.shapes[output], _kept_leading(row, output)
    made = f"zeros({shape.rows}, {shape.cols})"
    inner = f"{_of(row, output, 'inner')}({_size(row, output)}"
    return [
        "if (alpha_sh) {",
        f"  T *term = {made};",
        f"  {value(f'term, {leading}')}",
        f"  *alpha_sh += {inner}, term, {leading}, {shadow});",
        "  free(term);",
        "}",
    ]


# ---- what is multiplied in place -----------------------------------------------------------------


def _in_place(row: Row, term: InPlace) -> str:
    forward = _in_place_after(row, term) if term.inverse else _in_place_before(row, term)
    return "".join((forward, _in_place_aug(row, term), _in_place_pull(row, term)))


def _given(row: Row, term: InPlace, of: Callable[[Row, str], str], **more: str) -> dict[str, str]:
    return {term.operand: of(row, term.operand), **more}


def _copy(row: Row, name: str) -> str:
    return f"{_of(row, name, 'copy_of')}({_size(row, name)}, {_primal(row, name)})"


def _tangent_of_operand(row: Row, term: InPlace, c: str, value: str) -> str:
    given = {term.operand: _shadow(row, term.operand), "B": value, "Z": _shadow(row, term.output)}
    return _spell(term.tangent, c, given)


def _in_place_before(row: Row, term: InPlace) -> str:
    """A product: B' = alpha·A B' + alpha'·A B + alpha·A' B."""
    output, operand = term.output, term.operand
    shadow, alpha = _shadow(row, output), "*alpha" if term.alpha else "1"
    own = _spell(term.apply, alpha, _given(row, term, _primal, Z=shadow))
    lines = [f"if (!{output}_sh) return;", *_apart(row, output), f"{own};"]
    tangent = _tangent_of_operand(row, term, alpha, _primal(row, output))
    lines.append(f"if ({operand}_sh) {tangent};")
    if term.alpha:
        leading = _kept_leading(row, output)
        value = _spell(term.apply, "*alpha_sh", _given(row, term, _primal, Z=f"term, {leading}"))
        lines += [
            "if (alpha_sh) {",
            f"  T *term = {_copy(row, output)};",
            f"  {value};",
            f"  {_of(row, output, 'added')}({_size(row, output)}, 1, term, {leading}, {shadow});",
            "  free(term);",
            "}",
        ]
    return _function(row, "before", (), lines)


def _in_place_after(row: Row, term: InPlace) -> str:
    """An inverse, X = alpha·A⁻¹ B:  B' = A⁻¹ (alpha·B' - A' X) + alpha'/alpha·X."""
    output, operand, shadow = term.output, term.operand, _shadow(row, term.output)
    lines = [f"if (!{output}_sh) return;", *_apart(row, output)]
    if term.alpha:
        lines.append(f"{_of(row, output, 'scaled')}({_size(row, output)}, *alpha, {shadow});")
    tangent = _tangent_of_operand(row, term, "-1", _primal(row, output))
    lines.append(f"if ({operand}_sh) {tangent};")
    lines.append(_spell(term.apply, "1", _given(row, term, _primal, Z=shadow)) + ";")
    if term.alpha:
        add = f"{_of(row, output, 'added')}({_size(row, output)}, *alpha_sh / *alpha"
        lines += [
            "if (alpha_sh) {",
            '  if (*alpha == 0) rz_throw(2, "a solution times zero has no tangent here");',
            f"  {add}, {_primal(row, output)}, {shadow});",
            "}",
        ]
    return _function(row, "after", (), lines)


def _in_place_aug(row: Row, term: InPlace) -> str:
    output, operand = term.output, term.operand
    lines = [*_keeping(row, output), _keep(row, operand)]
    call = f"{row.name}({', '.join(_names(row))});"
    old = [f"if ({operand}_sh) {_keep(row, output)}"]
    if term.alpha:
        lines.append("kept->" + f"{output}_before = 0;")
        lines.append(f"if (alpha_sh) {_keep(row, output, f'{output}_before')}")
    lines += [call, *old] if term.inverse else [*old, call]
    return _function(row, "aug", _TAPE, lines)


def _in_place_pull(row: Row, term: InPlace) -> str:
    """A product: A' += alpha·B' Bᵀ, alpha' += ⟨AᵀB', B⟩, B' = alpha·AᵀB'; of an inverse, first
    B' = A⁻ᵀB', and A' -= B' Xᵀ, alpha' += ⟨B', B⟩, B' = alpha·B'."""
    output, operand, shadow = term.output, term.operand, _shadow(row, term.output)
    apply = _spell(term.transposed, "1", _given(row, term, _kept, Z=shadow)) + ";"
    c = "-1" if term.inverse else ("cj(kept->alpha)" if term.alpha else "1")
    to_operand = _spell(
        term.adjoint,
        c,
        {operand + "'": _shadow(row, operand), "B": _kept(row, output), "Z": shadow},
    )
    to_operand = f"if ({operand}_sh) {to_operand};"
    lines = [f"Kept_{row.name} *kept = *frame;", f"if (!{output}_sh) return;"]
    lines += [apply, to_operand] if term.inverse else [to_operand, apply]
    if term.alpha:
        before = f"kept->{output}_before, {_kept_leading(row, output)}"
        inner = f"{_of(row, output, 'inner')}({_size(row, output)}, {before}, {shadow})"
        lines.append(f"if (alpha_sh) *alpha_sh += {inner};")
        lines.append(
            f"{_of(row, output, 'scaled')}({_size(row, output)}, cj(kept->alpha), {shadow});"
        )
    return _function(row, "pull", _TAPE, lines)
