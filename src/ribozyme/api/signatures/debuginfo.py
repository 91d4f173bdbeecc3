"""Signatures from the debug info of a module, checked against its IR.

    !DISubprogram(name: "f", type: !24, retainedNodes: !61)   +   define double @f(double, ptr)
    → double f(double x, const double *p)

Each source parameter is given the IR parameters that carry it: a struct may arrive in two
registers, behind a `byval` pointer, or not at all when it is empty. If the sum does not fit, the
function keeps its signature and an `obstacle`, and is refused when called. A function without debug
info has the types of its IR and positional names.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, final

from ribozyme.api.signatures import procedures
from ribozyme.api.signatures.ctype import (
    VOID,
    Array,
    CType,
    Layout,
    Layouts,
    Member,
    Number,
    NumberKind,
    Opaque,
    Pointer,
    Struct,
    spelled,
)
from ribozyme.api.signatures.cxxinfo import containers, plain_form
from ribozyme.api.signatures.fitting import fitted, from_ir, type_of
from ribozyme.api.signatures.linkage import is_part
from ribozyme.api.signatures.signature import Signature, Variable
from ribozyme.api.signatures.views import refused_result, vector, views
from ribozyme.frontends.base import Procedure
from ribozyme.ir.metadata import MDRef, MDWord, MetadataNode, attached
from ribozyme.ir.module import Function, GlobalVariable, Module
from ribozyme.ir.spelling import unescaped

if TYPE_CHECKING:
    from ribozyme.api.signatures.inferred import Pointees

_QUALIFIERS: Final = frozenset(
    ("DW_TAG_volatile_type", "DW_TAG_restrict_type", "DW_TAG_atomic_type", "DW_TAG_immutable_type")
)
_POINTERS: Final = {
    "DW_TAG_pointer_type": "*",
    "DW_TAG_reference_type": "&",
    "DW_TAG_rvalue_reference_type": "&&",
}
_KINDS: Final[dict[str, NumberKind]] = {
    "DW_ATE_float": "float",
    "DW_ATE_complex_float": "complex",
    "DW_ATE_boolean": "bool",
    "DW_ATE_signed": "int",
    "DW_ATE_signed_char": "int",
    "DW_ATE_unsigned": "uint",
    "DW_ATE_unsigned_char": "uint",
    "DW_ATE_UTF": "uint",
}
_RECORDS: Final = {
    "DW_TAG_structure_type": "struct ",
    "DW_TAG_class_type": "class ",
    "DW_TAG_union_type": "union ",
}


def signatures(
    module: Module, described: Mapping[str, Procedure] | None = None
) -> tuple[Signature, ...]:
    """The signatures of the module's functions that others can call, in its order.

    Of those `described` by a front end, debug information gives places and structs alone.
    """
    theirs = described or {}
    reader = _Reader(module)
    shown = [
        function
        for function in module.defined()
        if function.header.linkage not in ("internal", "private", "available_externally")
        and not is_part(function.name)
        and not (function.name in theirs and theirs[function.name].hidden)
    ]
    bare = [function for function in shown if attached(function.meta, "dbg") is None]
    known: dict[str, Pointees] = {}
    if bare:
        from ribozyme.api.signatures.inferred import pointees

        known = pointees(module, bare)
    return tuple(
        reader.procedure(function, theirs[function.name])
        if function.name in theirs
        else reader.signature(function, known.get(function.name, {}))
        for function in shown
    )


def variables(module: Module) -> tuple[Variable, ...]:
    """The module's variables that a user can name, with what is in the way of a derivative."""
    reader = _Reader(module)
    found = [
        variable
        for one in module.globals.values()
        if isinstance(one, GlobalVariable) and not one.name.startswith(("llvm.", ".str", "rz."))
        for variable in reader.held(one)
    ]
    known = {variable.name for variable in found}
    return (*found, *(v for v in reader.constants() if v.name not in known))


_QUALIFYING: Final = ("DINamespace", "DICompositeType", "DIModule", "DICommonBlock")


@final
class _Reader:
    """One walk over a module's debug info; layouts are shared by its signatures."""

    def __init__(self, module: Module) -> None:
        self._nodes = module.metadata
        self._layouts = Layouts()
        self._variables: dict[int, dict[int, MetadataNode]] = {}
        for node in module.metadata.of_kind("DILocalVariable"):
            scope, arg = node.ref("scope"), node.number("arg")
            if arg and scope is not None:
                self._variables.setdefault(scope, {})[arg] = node

    def signature(self, function: Function, pointees: "Pointees") -> Signature:
        place = attached(function.meta, "dbg")
        program = self._node(place.id) if isinstance(place, MDRef) else None
        routine = self._node(program.ref("type")) if program is not None else None
        listed = self._node(routine.ref("types")) if routine is not None else None
        if program is None or listed is None or not isinstance(place, MDRef):
            return from_ir(function, pointees)
        known = self._declared(place.id, program)
        given = listed.operands
        if len(given) == 1 and function.params:  # D lists the result alone
            told = (v.field("type") for _, v in sorted(known.items()))
            given += tuple(type for type in told if type is not None)
        types = [self._type(v.id if isinstance(v, MDRef) else None) for v in given]
        if variadic := len(types) > 1 and given[-1] == MDWord("null"):
            types.pop()
        operands, result = given[1:], types.pop(0) if types else VOID
        answer = self._of(listed.operands[0]) if listed.operands else None
        if result == VOID and types and _returns_in_memory(function):
            result, answer = self._told_as_parameter(operands[0])
            operands = operands[1:]
            types.pop(0)
        taken = vector(self._nodes, self._type, answer) if _returns_in_memory(function) else None
        result = VOID if taken else result
        said = {n: unescaped(v.string("name") or "") for n, v in known.items()}
        names = [said.get(i) or f"arg{i - 1}" for i in range(1, len(types) + 1)]
        return fitted(
            function,
            self._qualified(program),
            result,
            list(zip(names, types, strict=True)),
            self._layouts,
            variadic,
            self._location(program),
            dict(containers(self._nodes, self._unqualified, operands)),
            dict(views(self._nodes, self._type, operands)),
            "" if taken else refused_result(self._nodes, answer),
            taken,
        )

    def _of(self, value: object) -> MetadataNode | None:
        return self._node(value.id) if isinstance(value, MDRef) else None

    def _told_as_parameter(self, operand: object) -> tuple[CType, MetadataNode | None]:
        """The type of a result whose memory debug info lists as the first parameter."""
        pointer = self._of(operand)
        to = pointer.ref("baseType") if pointer is not None else None
        return self._type(to), self._node(to)

    def procedure(self, function: Function, given: Procedure) -> Signature:
        """The signature of a procedure that a front end describes."""
        place = attached(function.meta, "dbg")
        program = self._node(place.id) if isinstance(place, MDRef) else None
        routine = self._node(program.ref("type")) if program is not None else None
        listed = self._node(routine.ref("types")) if routine is not None else None
        types = listed.operands[1:] if listed is not None else ()

        def declared(n: int) -> CType:
            value = types[n] if n < len(types) else None
            return self._type(value.id) if isinstance(value, MDRef) else VOID

        location = self._location(program) if program is not None else ""
        return procedures.signature(function, given, declared, self._layouts, location)

    def held(self, given: GlobalVariable) -> tuple[Variable, ...]:
        """The variables in a global's memory: itself, or the members of a common block."""
        places = [value for kind, value in given.meta if kind == "dbg"]
        found = [self.variable(given, one) for one in places if isinstance(one, MDRef)]
        found = found or [self.variable(given, None)]
        return tuple({(v.name, v.offset): v for v in found}.values())

    def variable(self, given: GlobalVariable, place: MDRef | None) -> Variable:
        """A variable as its debug info, or else its IR, describes it."""
        expression = self._node(place.id) if place is not None else None
        said = self._node(expression.ref("var")) if expression is not None else None
        offset = self._offset(expression) if expression is not None else 0
        if said is not None:
            name, type = self._qualified(said), self._type(said.ref("type"))
        else:
            name, type = given.name, type_of(str(given.type))
        why = self._hindrance(given, type)
        return Variable(name, given.name, type, self._layouts, why, offset)

    def _offset(self, expression: MetadataNode) -> int:
        """Where a variable begins in the memory of its global."""
        how = expression.field("expr")
        said = how.operands if isinstance(how, MetadataNode) else ()
        words = [word.text for word in said if isinstance(word, MDWord)]
        return int(words[1]) if words[:1] == ["DW_OP_plus_uconst"] and len(words) == 2 else 0

    def constants(self) -> Iterator[Variable]:
        """Variables that optimisation found to be constants and took out."""
        for node in self._nodes.of_kind("DIGlobalVariableExpression"):
            said = self._node(node.ref("var")) if _is_constant(node) else None
            if said is not None:
                why = "it never changes, so that only its value is left in the program"
                yield Variable(self._qualified(said), "", VOID, self._layouts, why)

    def _hindrance(self, given: GlobalVariable, type: CType) -> str:
        if given.initialiser is None:
            return "it is not defined in the library"
        if given.constant:
            return "it is constant"
        if given.header.thread_local:
            return "every thread has its own"
        match type:
            case Number(kind="float", size=8 | 4):
                return ""
            case Array(of=Number(kind="float", size=8 | 4), counts=counts) if min(counts) > 0:
                return ""
            case Struct(key=key) if self._is_flat(key):
                return ""
            case _:
                return f"variables of type {spelled(type)} are not differentiated"

    def _is_flat(self, key: str) -> bool:
        """Whether a struct has neither pointers nor unions in it, and floats of usual sizes."""
        layout = self._layouts.get(key)
        return layout is not None and not layout.union and all(map(self._is_part, layout.members))

    def _is_part(self, member: Member) -> bool:
        type = member.type.of if isinstance(member.type, Array) else member.type
        match type:
            case Number(kind=kind, size=size):
                return kind not in ("float", "complex") or (kind == "float" and size in (4, 8))
            case Struct(key=key):
                return self._is_flat(key)
            case _:
                return False

    def _declared(self, number: int, program: MetadataNode) -> dict[int, MetadataNode]:
        """The variables that are parameters, by their number."""
        found = self._variables.get(number)
        declaration = program.ref("declaration")
        return found or self._variables.get(-1 if declaration is None else declaration, {})

    def _node(self, number: int | None) -> MetadataNode | None:
        return None if number is None else self._nodes.get(number)

    def _location(self, program: MetadataNode) -> str:
        file = self._node(program.ref("file"))
        name = file.string("filename") if file is not None else ""
        return f"{name}:{program.number('line') or 0}"

    def _qualified(self, program: MetadataNode) -> str:
        """The name with namespaces and classes in front."""
        origin = self._node(program.ref("declaration")) or program
        parts = [unescaped(origin.string("name") or "")]
        scope = self._node(origin.ref("scope"))
        while scope is not None and scope.kind in _QUALIFYING:
            name = scope.string("name")
            if name and not name.startswith(("__1", "{impl#")):
                parts.append(name)
            scope = self._node(scope.ref("scope"))
        return "::".join(reversed(parts))

    def _type(self, number: int | None) -> CType:
        """The type of a node, qualifiers and typedefs seen through; constness is the pointer's."""
        return self._unqualified(number)[0]

    def _unqualified(self, number: int | None) -> tuple[CType, bool]:
        const, name = False, ""
        while True:
            node = self._node(number)
            if node is None:
                return VOID, const
            tag = _word(node, "tag")
            if node.kind != "DIDerivedType" or tag in _POINTERS:
                break
            const |= tag == "DW_TAG_const_type"
            if tag == "DW_TAG_typedef" and not name:
                name = unescaped(node.string("name") or "")
            number = node.ref("baseType")
        return self._built(number or 0, node, tag, name), const

    def _built(self, number: int, node: MetadataNode, tag: str, name: str) -> CType:
        if node.kind == "DIBasicType":
            kind = _KINDS.get(_word(node, "encoding"))
            base = node.string("name") or "?"
            size = (node.number("size") or 0) // 8
            if not size:
                return VOID
            # Two formats share 2 bytes: the base type's name alone tells which.
            text = base if kind == "float" and size == 2 else name or base
            return Number(text, kind, size) if kind else Opaque(text)
        if tag in _POINTERS:
            to, const = self._unqualified(node.ref("baseType"))
            sign = "&" if (node.string("name") or "").startswith("&") else _POINTERS[tag]
            return Pointer(to, const, sign)
        if node.kind == "DISubroutineType":
            return Opaque(self._function_type(node))
        if tag == "DW_TAG_enumeration_type":
            return self._enumeration(node, name)
        if tag == "DW_TAG_array_type":
            return self._array(node)
        if tag in _RECORDS:
            return self._record(number, node, tag, name)
        return Opaque(name or node.string("name") or "void")

    def _function_type(self, node: MetadataNode) -> str:
        listed = self._node(node.ref("types"))
        if listed is None:
            return "void ()"
        types = [self._type(v.id if isinstance(v, MDRef) else None) for v in listed.operands]
        texts = [spelled(type) for type in types] or ["void"]
        return f"{texts[0]} ({', '.join(texts[1:])})"

    def _enumeration(self, node: MetadataNode, name: str) -> Number:
        listed = self._node(node.ref("elements"))
        found = (
            [self._node(v.id) for v in listed.operands if isinstance(v, MDRef)] if listed else []
        )
        values = tuple((n.string("name") or "", n.number("value") or 0) for n in found if n)
        base = self._type(node.ref("baseType"))
        signed = isinstance(base, Number) and base.kind == "int"
        text = name or f"enum {node.string('name') or '?'}"
        return Number(text, "int" if signed else "uint", (node.number("size") or 32) // 8, values)

    def _array(self, node: MetadataNode) -> CType:
        element = self._type(node.ref("baseType"))
        listed = self._node(node.ref("elements"))
        ranges = (
            [self._node(v.id) for v in listed.operands if isinstance(v, MDRef)] if listed else []
        )
        counts = [
            -1 if n is None or n.number("count") is None else n.number("count") for n in ranges
        ]
        return Array(element, tuple(c if c is not None else -1 for c in counts))

    def _record(self, number: int, node: MetadataNode, tag: str, name: str) -> CType:
        plain_name = node.string("name")
        text = name or f"{_RECORDS[tag]}{plain_name or '?'}"
        if "DIFlagFwdDecl" in _word(node, "flags"):
            return Opaque(text)
        key = node.string("identifier") or f"{tag[7:-5]} {plain_name or ''} {number}"
        if key not in self._layouts:
            size = (node.number("size") or 0) // 8
            union = tag == "DW_TAG_union_type"
            plain = "DIFlagTypePassByReference" not in _word(node, "flags")
            self._layouts[key] = Layout(
                text, size, (), union, plain
            )  # for those that lead back here
            members = () if union else tuple(self._members(node))
            self._layouts[key] = Layout(text, size, members, union, plain)
        return plain_form(self._nodes, node, self._layouts[key].members) or Struct(text, key)

    def _members(self, node: MetadataNode) -> Iterator[Member]:
        listed = self._node(node.ref("elements"))
        for value in listed.operands if listed is not None else ():
            member = self._node(value.id) if isinstance(value, MDRef) else None
            if member is None or member.kind != "DIDerivedType":
                continue
            tag, flags = _word(member, "tag"), _word(member, "flags")
            if "DIFlagStaticMember" in flags or "DIFlagBitField" in flags:
                continue
            if tag not in ("DW_TAG_member", "DW_TAG_inheritance"):
                continue
            name = member.string("name") or ""
            type = self._type(member.ref("baseType"))
            if name.startswith("__") and name[2:].isdigit():
                name = name[2:]  # of a tuple
            yield Member(name, type, (member.number("offset") or 0) // 8)


def _returns_in_memory(function: Function) -> bool:
    first = function.params[0].attrs if function.params else ()
    return any(attribute.name == "sret" for attribute in first)


def _word(node: MetadataNode, key: str) -> str:
    value = node.field(key)
    return value.text if isinstance(value, MDWord) else ""


def _is_constant(node: MetadataNode) -> bool:
    """Whether the node of a variable says that a variable's value is all that is left of it."""
    expression = node.field("expr")
    return isinstance(expression, MetadataNode) and "DW_OP_stack_value" in str(expression.fields)
