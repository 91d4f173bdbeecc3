"""Modules, functions and instructions as LLVM prints them; linear in what is printed.

A local or block without a name gets LLVM's number; a name that was used before gets `.1`, `.2`, …

    print_instr(FBinary(r, "fmul", x, x), names) → "%r = fmul double %x, %x"
"""

from __future__ import annotations

from collections.abc import Iterable

from ribozyme.base.stages import functions, staged
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.constant_text import constant_text
from ribozyme.ir.instr_text import print_instr
from ribozyme.ir.metadata import Meta
from ribozyme.ir.metadata_nodes import Nodes
from ribozyme.ir.module import Alias, Function, Global, GlobalVariable, Header, Module
from ribozyme.ir.operand_text import (
    Names,
    attr_text,
    attrs_text,
    meta_text,
    metadata_text,
)
from ribozyme.ir.spelling import escaped, global_spelled, metadata_name, spelled, to_bytes
from ribozyme.ir.values import Const, ConstBinary, ConstCast, ConstGep

__all__ = ["Names", "print_function", "print_global", "print_instr", "print_module"]


# ---- modules -----------------------------------------------------------------------------------


@staged("print")
def print_module(module: Module) -> str:
    """The text of a module."""
    lines: list[str] = []
    if module.source_filename is not None:
        lines.append(f'source_filename = "{module.source_filename}"')
    if module.layout:
        lines.append(f'target datalayout = "{module.layout}"')
    if module.triple:
        lines.append(f'target triple = "{module.triple}"')
    _section(lines, (f'module asm "{text}"' for text in module.asm))
    _section(lines, (f"{type.label} = type {type.body}" for type in module.structs))
    for name, kind in module.comdats:
        lines += ("", f"${spelled(name)} = comdat {kind}")
    variables = [g for g in module.globals.values() if isinstance(g, GlobalVariable)]
    others = [g for g in module.globals.values() if isinstance(g, Alias)]
    _section(lines, map(print_global, variables))
    _section(lines, (print_global(g) for g in others if g.kind == "alias"))
    _section(lines, (print_global(g) for g in others if g.kind == "ifunc"))
    for function in module.functions.values():
        lines += ("", print_function(function))
    _section(lines, (_group(number, attrs) for number, attrs in module.attribute_groups.items()))
    _section(lines, (_named(name, ids) for name, ids in module.named_metadata.items()))
    _section(lines, (_numbered(module.metadata, number) for number in sorted(module.metadata)))
    lines += module.verbatim
    functions("print", sum(1 for _ in module.defined()))
    return "\n".join(lines) + "\n"


def _section(lines: list[str], found: Iterable[str]) -> None:
    more = list(found)
    if more:
        lines.append("")
        lines += more


def _group(number: int, attrs: Attrs) -> str:
    inner = " ".join(attr_text(attr, in_group=True) for attr in attrs)
    return f"attributes #{number} = {{ {inner} }}"


def _named(name: str, ids: tuple[int, ...]) -> str:
    return f"!{metadata_name(name)} = !{{{', '.join(f'!{id}' for id in ids)}}}"


def _numbered(nodes: Nodes, number: int) -> str:
    return f"!{number} = {nodes.text(number) or metadata_text(nodes[number])}"


def print_global(found: Global) -> str:
    """The line of a variable, alias or ifunc."""
    header = found.header
    external = isinstance(found, GlobalVariable) and found.initialiser is None
    linkage = header.linkage or ("external" if external else "")
    words = [
        f"@{global_spelled(found.name)} =",
        linkage,
        header.preemption,
        header.visibility,
        header.dll,
        header.thread_local,
        header.unnamed_addr,
    ]
    match found:
        case Alias(kind=kind, type=type, aliasee=aliasee):
            words.append(f"{kind} {type}, {_aliasee(aliasee)}")
        case GlobalVariable(type=type, initialiser=initialiser, constant=constant):
            words.append(f"addrspace({header.addrspace})" if header.addrspace else "")
            words.append("externally_initialized" if found.externally_initialized else "")
            words.append(f"{'constant' if constant else 'global'} {type}")
            words.append("" if initialiser is None else constant_text(initialiser))
    text = " ".join(word for word in words if word) + _global_tail(found)
    if isinstance(found, GlobalVariable) and found.attrs:
        text += attrs_text(found.attrs)
    return text


def _aliasee(aliasee: Const) -> str:
    """What an alias stands for; LLVM leaves out the type of an expression."""
    text = constant_text(aliasee)
    if isinstance(aliasee, ConstGep | ConstCast | ConstBinary):
        return text
    return f"{aliasee.type} {text}"


def _global_tail(found: Global) -> str:
    header = found.header
    text = _quoted(", section", header.section) + _quoted(", partition", header.partition)
    text += f", {header.extra}" if header.extra else ""
    text += f", {_comdat(header.comdat, found.name)}" if header.comdat is not None else ""
    text += f", align {header.align}" if header.align else ""
    return text + meta_text(found.meta)


def _quoted(word: str, text: str | None) -> str:
    return "" if text is None else f'{word} "{escaped(to_bytes(text))}"'


def _comdat(comdat: str, name: str) -> str:
    return "comdat" if comdat == name else f"comdat(${spelled(comdat)})"


# ---- functions ---------------------------------------------------------------------------------


def print_function(function: Function, module: Module | None = None) -> str:
    """The text of a function or declaration, without a newline at its end."""
    names = Names(function)
    if function.is_declaration:
        return f"declare{_meta_words(function.meta)} {_signature(function, names)}"
    lines = [
        f"define {_signature(function, names)}{_meta_words(function.meta)} {{",
    ]
    for index, block in enumerate(function.blocks):
        if index:
            lines.append("")
        if index or block.name is not None:
            lines.append(f"{names.blocks[index]}:")
        lines += [f"  {print_instr(instr, names)}" for instr in block.instrs]
    lines.append("}")
    return "\n".join(lines)


def _meta_words(meta: Meta) -> str:
    return "".join(f" !{metadata_name(name)} {metadata_text(node)}" for name, node in meta)


def _signature(function: Function, names: Names) -> str:
    header = function.header
    parts = [
        f"{param.local.type}{attrs_text(param.attrs)}"
        + ("" if function.is_declaration else f" {names.locals[param.local.id]}")
        for param in function.params
    ]
    if function.type.vararg:
        parts.append("...")
    words = [
        header.linkage,
        header.preemption,
        header.visibility,
        header.dll,
        function.convention,
        attrs_text(function.result_attrs).strip(),
        f"{function.type.result} @{global_spelled(function.name)}({', '.join(parts)})",
        header.unnamed_addr,
        f"addrspace({header.addrspace})" if header.addrspace else "",
        attrs_text(function.attrs).strip(),
    ]
    return " ".join(word for word in words if word) + _function_tail(function, header)


def _function_tail(function: Function, header: Header) -> str:
    text = _quoted(" section", header.section) + _quoted(" partition", header.partition)
    text += f" {_comdat(header.comdat, function.name)}" if header.comdat is not None else ""
    text += f" align {header.align}" if header.align else ""
    text += _quoted(" gc", function.gc)
    for word, constant in (
        ("prefix", function.prefix),
        ("prologue", function.prologue),
        ("personality", function.personality),
    ):
        if constant is not None:
            text += f" {word} {constant.type} {constant_text(constant)}"
    return text
