"""Signatures from the debug info of a module, checked against its IR.

    !DISubprogram(name: "f", type: !24, retainedNodes: !61)   +   define double @f(double, ptr)
    → double f(double x, const double *p)

Each source parameter is given the IR parameters that carry it: a struct may arrive in two
registers, behind a `byval` pointer, or not at all when it is empty. If the sum does not fit, the
function keeps its signature and an `obstacle`, and is refused when called. A function without debug
info has the types of its IR and positional names.
"""

from collections.abc import Iterator
from typing import Final, final

from ribozyme.api.ctype import (
    NO_LAYOUTS,
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
    size_of,
    spelled,
)
from ribozyme.api.nullness import never_null
from ribozyme.api.signature import Parameter, Signature, Variable
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.metadata import MDRef, MDWord, MetadataNode, attached
from ribozyme.ir.module import Function, GlobalVariable, Module

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


def signatures(module: Module) -> tuple[Signature, ...]:
    """The signatures of the module's functions that others can call, in its order."""
    reader = _Reader(module)
    return tuple(
        reader.signature(function)
        for function in module.defined()
        if function.header.linkage not in ("internal", "private", "available_externally")
    )


def variables(module: Module) -> tuple[Variable, ...]:
    """The module's variables that a user can name, with what is in the way of a derivative."""
    reader = _Reader(module)
    found = [
        reader.variable(one)
        for one in module.globals.values()
        if isinstance(one, GlobalVariable) and not one.name.startswith(("llvm.", ".str", "rz."))
    ]
    known = {variable.name for variable in found}
    return (*found, *(v for v in reader.constants() if v.name not in known))


@final
class _Reader:
    """One walk over a module's debug info; layouts are shared by its signatures."""

    def __init__(self, module: Module) -> None:
        self._nodes = module.metadata
        self._layouts = Layouts()
        self._names: dict[int, dict[int, str]] = {}
        for node in module.metadata.values():
            scope, arg = node.ref("scope"), node.number("arg")
            if node.kind == "DILocalVariable" and arg and scope is not None:
                self._names.setdefault(scope, {})[arg] = node.string("name") or ""

    def signature(self, function: Function) -> Signature:
        place = attached(function.meta, "dbg")
        program = self._node(place.id) if isinstance(place, MDRef) else None
        routine = self._node(program.ref("type")) if program is not None else None
        listed = self._node(routine.ref("types")) if routine is not None else None
        if program is None or listed is None or not isinstance(place, MDRef):
            return _from_ir(function)
        types = [self._type(v.id if isinstance(v, MDRef) else None) for v in listed.operands]
        variadic = len(types) > 1 and listed.operands[-1] == MDWord("null")
        if variadic:
            types.pop()
        known = self._declared_names(place.id, program)
        names = [known.get(i) or f"arg{i - 1}" for i in range(1, max(len(types), 1))]
        result = types[0] if types else VOID
        return _fitted(
            function,
            self._qualified(program),
            result,
            list(zip(names, types[1:], strict=True)),
            self._layouts,
            variadic,
            self._location(program),
        )

    def variable(self, given: GlobalVariable) -> Variable:
        """A variable as its debug info, or else its IR, describes it."""
        place = attached(given.meta, "dbg")
        expression = self._node(place.id) if isinstance(place, MDRef) else None
        said = self._node(expression.ref("var")) if expression is not None else None
        if said is not None:
            name, type = self._qualified(said), self._type(said.ref("type"))
        else:
            name, type = given.name, _ir_type(str(given.type))
        return Variable(name, given.name, type, self._layouts, self._hindrance(given, type))

    def constants(self) -> Iterator[Variable]:
        """Variables that optimisation found to be constants and took out."""
        for node in self._nodes.values():
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

    def _declared_names(self, number: int, program: MetadataNode) -> dict[int, str]:
        found = self._names.get(number)
        if found:
            return found
        declaration = program.ref("declaration")
        return self._names.get(declaration, {}) if declaration is not None else {}

    def _node(self, number: int | None) -> MetadataNode | None:
        return None if number is None else self._nodes.get(number)

    def _location(self, program: MetadataNode) -> str:
        file = self._node(program.ref("file"))
        name = file.string("filename") if file is not None else ""
        return f"{name}:{program.number('line') or 0}"

    def _qualified(self, program: MetadataNode) -> str:
        """The name with namespaces and classes in front."""
        origin = self._node(program.ref("declaration")) or program
        parts = [origin.string("name") or ""]
        scope = self._node(origin.ref("scope"))
        while scope is not None and scope.kind in ("DINamespace", "DICompositeType"):
            name = scope.string("name")
            if name and not name.startswith("__1"):
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
                name = node.string("name") or ""
            number = node.ref("baseType")
        return self._built(number or 0, node, tag, name), const

    def _built(self, number: int, node: MetadataNode, tag: str, name: str) -> CType:
        if node.kind == "DIBasicType":
            kind = _KINDS.get(_word(node, "encoding"))
            base = node.string("name") or "?"
            size = (node.number("size") or 0) // 8
            # Two formats share 2 bytes: the base type's name alone tells which.
            text = base if kind == "float" and size == 2 else name or base
            return Number(text, kind, size) if kind else Opaque(text)
        if tag in _POINTERS:
            to, const = self._unqualified(node.ref("baseType"))
            return Pointer(to, const, _POINTERS[tag])
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
        return Struct(text, key)

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
            yield Member(name, type, (member.number("offset") or 0) // 8)


def _word(node: MetadataNode, key: str) -> str:
    value = node.field(key)
    return value.text if isinstance(value, MDWord) else ""


# ---- the IR's side -------------------------------------------------------------------------------


def _fitted(
    function: Function,
    name: str,
    result: CType,
    declared: list[tuple[str, CType]],
    layouts: Layouts,
    variadic: bool,
    location: str,
) -> Signature:
    """The signature, each parameter with the IR parameters that carry it."""
    rest, blind = list(function.params), never_null(function)
    returned = ""
    if rest and (memory := _attribute(rest[0].attrs, "sret")):
        returned = memory
        rest.pop(0)
    elif len(rest) > 1 and (memory := _attribute(rest[1].attrs, "sret")):
        returned = memory
        rest.pop(1)  # a method: the object's address comes first
    parameters: list[Parameter] = []
    obstacle = "it takes a variable number of arguments" if variadic else ""
    for spelling, type in declared:
        taken = _carriers(type, layouts, [(str(p.local.type), p.attrs) for p in rest])
        if taken is None:
            obstacle = obstacle or f"how '{spelling}' is passed is not clear from its IR"
            taken = 0
        carried, rest = rest[:taken], rest[taken:]
        attrs = carried[0].attrs if len(carried) == 1 else ()
        indirect = not isinstance(type, Pointer) and [str(p.local.type) for p in carried] == ["ptr"]
        indirect = indirect and (
            bool(_attribute(attrs, "byval")) or not _is_one_pointer(type, layouts)
        )
        reads, writes = _access(type, attrs)
        ir = tuple(str(p.local.type) for p in carried)
        nullable = not any(p.local.id in blind for p in carried)
        parameters.append(Parameter(spelling, type, ir, reads, writes, indirect, nullable))
    if rest and not obstacle:
        obstacle = "its IR has more parameters than its debug information"
    return Signature(
        name,
        function.name,
        result,
        tuple(parameters),
        layouts,
        str(function.type.result),
        _spelled_parameters(function),
        returned,
        True,
        variadic,
        location,
        obstacle,
    )


def _spelled_parameters(function: Function) -> tuple[str, ...]:
    """IR parameters as a call spells them: what the callee's copy or result memory is, included."""
    found = []
    for p in function.params:
        text = str(p.local.type)
        for name in ("byval", "sret"):
            if memory := _attribute(p.attrs, name):
                text += f" {name}({memory})"
        for name in ("zeroext", "signext"):
            if any(a.name == name for a in p.attrs):
                text += f" {name}"
        if text != "ptr" and "(" in text and (align := _attribute(p.attrs, "align")):
            text += f" align {align}"
        found.append(text)
    return tuple(found)


def _carriers(type: CType, layouts: Layouts, rest: list[tuple[str, Attrs]]) -> int | None:
    """How many of the next IR parameters carry a value; None where that cannot be told."""
    size = size_of(type, layouts)
    match type:
        case Struct(key=key):
            layout = layouts.get(key)
            if layout is None:
                return None
            if not layout.members and not layout.union and (not rest or rest[0][0] != "ptr"):
                return 0  # an empty class
        case Number(kind="complex") | Array():
            pass
        case _:
            return 1 if rest else None
    if not rest:
        return None
    first, attrs = rest[0]
    if first == "ptr" and (_attribute(attrs, "byval") or not _fits_pointer(type, layouts)):
        return 1
    if size <= 8 or first[0] in "[{" or first in ("i128", "x86_fp80", "fp128"):
        return 1
    if first.startswith("<") and _bytes(first) >= size:
        return 1
    return 2 if len(rest) >= 2 else None


def _fits_pointer(type: CType, layouts: Layouts) -> bool:
    """Whether a struct may start with a register that holds a pointer."""
    return isinstance(type, Struct) and layouts[type.key].plain and layouts[type.key].size <= 16


def _is_one_pointer(type: CType, layouts: Layouts) -> bool:
    return _fits_pointer(type, layouts) and size_of(type, layouts) == 8


def _bytes(vector: str) -> int:
    count, _, element = vector.strip("<>").partition(" x ")
    return int(count) * {"float": 4, "double": 8, "half": 2}.get(element, 8)


def _access(type: CType, attrs: Attrs) -> tuple[bool, bool]:
    """Whether the function may read, and may write, what a parameter leads to."""
    if not isinstance(type, Pointer):
        return True, False
    known = {attr.name for attr in attrs}
    if "readnone" in known:
        return False, False
    if "byval" in known:
        return True, False
    reads = "writeonly" not in known
    writes = not type.const and "readonly" not in known
    return reads, writes


def _attribute(attrs: Attrs, name: str) -> str:
    for attr in attrs:
        if attr.name == name:
            return str(attr.value)
    return ""


_IR_NUMBERS: Final[dict[str, Number]] = {
    "double": Number("double", "float", 8),
    "float": Number("float", "float", 4),
    "half": Number("_Float16", "float", 2),
    "x86_fp80": Number("long double", "float", 16),
    "i1": Number("_Bool", "bool", 1),
    "i8": Number("int8_t", "int", 1),
    "i16": Number("int16_t", "int", 2),
    "i32": Number("int32_t", "int", 4),
    "i64": Number("int64_t", "int", 8),
}


def _ir_type(text: str) -> CType:
    """A number's or an array's type from its IR."""
    counts: list[int] = []
    while text.startswith("[") and text.endswith("]"):
        count, _, text = text[1:-1].partition(" x ")
        counts.append(int(count))
    found = _IR_NUMBERS.get(text, VOID)
    return Array(found, tuple(counts)) if counts and found != VOID else found


def _is_constant(node: MetadataNode) -> bool:
    """Whether a node says that a variable's value is all that is left of it."""
    if node.kind != "DIGlobalVariableExpression":
        return False
    expression = node.field("expr")
    return isinstance(expression, MetadataNode) and "DW_OP_stack_value" in str(expression.fields)


def _from_ir(function: Function) -> Signature:
    """What the IR alone says: pointers lead to memory of unknown kind."""
    parameters, obstacle, blind = [], "", never_null(function)
    for position, p in enumerate(function.params):
        spelling = function.names[p.local.id] if p.local.id < len(function.names) else None
        type: CType = Pointer(VOID, False) if str(p.local.type) == "ptr" else VOID
        type = _IR_NUMBERS.get(str(p.local.type), type)
        if type == VOID:
            obstacle = f"parameter {position} has type {p.local.type} and there is no debug info"
        reads, writes = _access(type, p.attrs)
        name = spelling or f"arg{position}"
        nullable = p.local.id not in blind
        ir = (str(p.local.type),)
        parameters.append(Parameter(name, type, ir, reads, writes, nullable=nullable))
    result = _IR_NUMBERS.get(str(function.type.result), VOID)
    if result == VOID and str(function.type.result) != "void":
        obstacle = f"its result has type {function.type.result} and there is no debug info"
    return Signature(
        function.name,
        function.name,
        result,
        tuple(parameters),
        NO_LAYOUTS,
        str(function.type.result),
        _spelled_parameters(function),
        debug=False,
        variadic=function.type.vararg,
        obstacle=obstacle,
    )
