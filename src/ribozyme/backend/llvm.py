"""LLVM as functions from text to text: parse, print, link, verify, convert.

This file holds the package's import of llvmlite; its neighbours in `backend` take `binding` from
here, nobody else touches it. Invariants:

* a module is always parsed into a *fresh* context: in a shared one a second parse renames
  `%struct.S` to `%struct.S.0`, and nothing is ever freed; both are closed where they were opened;
* a module that reaches a pass or the code generator has been verified, since LLVM's answer to a
  malformed one is to abort;
* debug info that goes in comes out: where LLVM would drop all of a module's for one bad location,
  that is an error here.

    verify("define i32 @f() {\\n  ret i64 0\\n}")
    → ParseError at 2:7: value doesn't match function result type 'i32'
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from llvmlite import binding as binding

from ribozyme.backend import child, selectable
from ribozyme.backend.failure import (
    debug_lost,
    internal,
    malformed,
    newer,
    not_llvm,
    not_text,
    other_target,
    refused,
    unlinkable,
)
from ribozyme.base.stages import staged

binding.initialize_native_target()
binding.initialize_native_asmprinter()
binding.initialize_native_asmparser()  # without it any inline asm aborts the process
# Reading debug info would verify the whole module, and end the process where it is malformed.
binding.set_option("ribozyme", "-disable-auto-upgrade-debug-info")
# The vectoriser would ask once outside of a nest whether the arrays of its inner loop are apart,
# and takes them for mixed up where the outer loop falls, as it does on every way back.
binding.set_option("ribozyme", "-hoist-runtime-checks=false")

LLVM_MAJOR: Final[int] = binding.llvm_version_info[0]
LLVM_VERSION: Final[str] = ".".join(map(str, binding.llvm_version_info))

_BITCODE: Final = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")  # plain, and in Darwin's wrapper
_PLACE: Final = re.compile(r"^<string>:(\d+):(\d+): error: (.*)$", re.M)
_PRODUCER: Final = re.compile(r"Producer: 'LLVM(\d+)")
_PREDS: Final = re.compile(r"^(\S.*?:) +; preds = .*$", re.M)
_OF_TARGETS: Final = ('"target-cpu"=', '"target-features"=', '"tune-cpu"=')
_TARGET_ATTRIBUTES: Final = re.compile(r'"(?:target-cpu|target-features|tune-cpu)"="[^"]*" ?')
_EMPTY_GROUP: Final = re.compile(r"^(attributes #\d+ = \{) *\}", re.M)
_ATTRIBUTE_LINES: Final = re.compile(r"^(?:attributes #|define ).*\boptnone\b.*$", re.M)
_OF_DEBUG_INFO: Final = re.compile(r"!dbg |debug info|#dbg_|mismatched subprogram|\bDI[A-Z]")
_OF_NOTHING: Final = re.compile(r"^ *#dbg_value\([^\n]*\} , ![^\n]*\n", re.M)
"""LLVM says this of a struct that was taken apart, and its own reader refuses it."""
_PINNED: Final = re.compile(r" (?:optnone|noinline)(?=[ \n]|$)", re.M)


@contextmanager
def opened(source: str | bytes, name: str = "<string>") -> Iterator[Any]:
    """The verified module that `source`, LLVM text or bitcode, describes.

    It is closed, and after it its context, on leaving: Python's collector of cycles (an exception's
    traceback makes one) would close them in any order, and the wrong one is a crash.
    """
    with contexts() as context:
        module = read(source, name, context)
        try:
            check(module, name)
            yield module
        finally:
            module.close()


@contextmanager
def contexts() -> Iterator[Any]:
    context = binding.create_context()
    try:
        yield context
    finally:
        context.close()


def read(source: str | bytes, name: str, context: Any) -> Any:
    """The module of `source` in `context`, not verified."""
    if isinstance(source, bytes):
        if source.startswith(_BITCODE):
            return _read_bitcode(source, name, context)
        source = _decoded(source, name)
    if "\0" in source:
        line = source.count("\n", 0, source.index("\0")) + 1
        raise malformed(name, "a NUL byte in LLVM text", line)
    if "} , !" in source:
        source = _OF_NOTHING.sub("", source)
    try:
        return binding.parse_assembly(source, context)
    except RuntimeError as error:
        raise _text_error(name, str(error), source) from None


def check(module: Any, name: str = "<string>") -> None:
    """Raises unless LLVM's verifier accepts the module."""
    try:
        module.verify()
    except RuntimeError as error:
        said = str(error).strip()
        if _OF_DEBUG_INFO.search(said.partition("\n")[0]):
            raise debug_lost(name, said) from None
        raise refused(name, said) from None


def canonical(source: str | bytes, name: str = "<string>") -> str:
    """LLVM's own printing, without what varies between equal modules.

    The `ModuleID` line names the file, and `; preds =` comments follow the order of use lists.
    """
    return _PREDS.sub(r"\1", to_text(source, name))


@staged("read")
def to_text(source: str | bytes, name: str = "<string>") -> str:
    """LLVM's printing of the module, without the `ModuleID` line."""
    with opened(source, name) as module:
        return printed(module, source, name)


def to_bitcode(source: str | bytes, name: str = "<string>") -> bytes:
    with opened(source, name) as module:
        bitcode: bytes = module.as_bitcode()
        return bitcode


def verify(source: str | bytes, name: str = "<string>") -> None:
    """Raises where the module is malformed, or has debug info that LLVM would throw away."""
    to_text(source, name)


@staged("link")
def link(sources: Sequence[str | bytes], names: Sequence[str] = ()) -> str:
    """One module's text from several; the first gives triple and data layout."""
    if not sources:
        raise internal("there is nothing to link")
    labels = [*names, *(f"<module {i}>" for i in range(len(names), len(sources)))]
    texts = [s for s in sources if isinstance(s, str)]
    with contexts() as context, ExitStack() as modules:
        whole: Any = None
        for source, label in zip(sources, labels, strict=True):
            module = modules.enter_context(read(source, label, context))
            check(module, label)
            if whole is None:
                whole = module
            else:
                _link_in(whole, module, label)
        check(whole, "the linked module")
        return printed(whole, next(filter(_has_debug_info, texts), ""), "the linked module")


def _link_in(whole: Any, module: Any, name: str) -> None:
    own, other = str(whole.triple), str(module.triple)
    if own and other and not selectable.same_machine(own, other):
        raise other_target(other, own)
    module.triple, module.data_layout = own or other, whole.data_layout or module.data_layout
    try:
        whole.link_in(module)
    except RuntimeError as error:
        raise unlinkable(name, str(error).strip()) from None


def printed(module: Any, source: str | bytes, name: str) -> str:
    """The module's text, which has debug info if `source`, what it was made from, has."""
    try:
        text = str(module)
    except UnicodeDecodeError as problem:
        raise not_text(name, problem) from None
    if text.startswith("; ModuleID"):
        text = text[text.index("\n") + 1 :]
    if isinstance(source, str) and _has_debug_info(source) and not _has_debug_info(text):
        raise debug_lost(name, child.said(_glanced_at, source))
    return text


def _glanced_at(source: str) -> None:
    with opened(source):
        pass


def without_target_attributes(text: str) -> str:
    """The text without the processor its front end had in mind.

    `"target-cpu"="x86-64"` on a function overrides the machine that code is generated for.
    """
    places = [at for word in _OF_TARGETS for at in (text.find(word), text.rfind(word)) if at >= 0]
    if not places:
        return text
    first, last = text.rfind("\n", 0, min(places)) + 1, text.find("\n", max(places))
    last = len(text) if last < 0 else last  # the groups of attributes, a small part of the text
    groups = _TARGET_ATTRIBUTES.sub("", text[first:last])
    groups = _EMPTY_GROUP.sub(r'\1 "ribozyme" }', groups)  # an empty group does not parse
    return f"{text[:first]}{groups}{text[last:]}"


def optimisable(text: str) -> str:
    """The text without `optnone`, and without the `noinline` that must accompany it; its loops may
    be unrolled.

    clang -O0 puts both on every function; a `noinline` that stands alone was meant. clang -O1 says
    of every loop that it is not to be unrolled.
    """
    text = text.replace('!{!"llvm.loop.unroll.disable"}', '!{!"ribozyme.loop.as.it.is"}')
    if "optnone" not in text:
        return text
    return _ATTRIBUTE_LINES.sub(lambda line: _PINNED.sub("", line[0]), text)


def _has_debug_info(text: str) -> bool:
    return "\n!llvm.dbg.cu = !{" in text and "!DICompileUnit(" in text


def _decoded(source: bytes, name: str) -> str:
    if source.startswith(b"\x7fELF"):
        raise not_llvm(name, "it is an object file")
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        raise not_llvm(name) from None


def _read_bitcode(source: bytes, name: str, context: Any) -> Any:
    try:
        return binding.parse_bitcode(source, context)
    except RuntimeError as error:
        message = str(error).partition("\n")[2] or str(error)
    producer = _PRODUCER.search(message)
    if producer and int(producer[1]) > LLVM_MAJOR:
        raise newer(name, int(producer[1]), LLVM_MAJOR)
    raise malformed(name, message.strip())


def _text_error(name: str, message: str, source: str) -> Exception:
    place = _PLACE.search(message)
    if place is None:
        return malformed(name, message.partition("\n")[2].strip())
    line, column = int(place[1]), int(place[2])
    return malformed(name, place[3], line, column, source)
