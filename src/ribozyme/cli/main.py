"""The command line: `ribozyme demo | doctor | grad | check | explain | cc | c++ | fc | opt`.

Exit status 0: it worked; 1: a finding (a mismatch, a compile error, no derivative); 2: usage. An
error is a message, never a traceback; what is Ribozyme's own mistake says so and how to report it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, assert_never

from ribozyme import __version__
from ribozyme.base.collector import rare
from ribozyme.base.errors import Error, UsageError, error
from ribozyme.frontends.base import DRIVERS, Language

if TYPE_CHECKING:
    import argparse

_DESCRIPTION: Final = """\
Derivatives of compiled code, differentiated after optimisation: C, C++, LLVM IR, and Fortran, Zig
and Rust where their compilers are found.

  demo                     a tour: three programs, their derivatives checked and timed
  doctor                   what compilers and frameworks were found, and what each can do
  grad FILE:FUNCTION       write the derivative of a function as IR, assembly, object or library
  check FILE:FUNCTION      compare a derivative with independent ones
  explain FILE:FUNCTION    what a gradient keeps and computes again, by source line
  explain RZ201            what an error code means, with a way out
  cc | c++ | fc ARGS…      a C, C++ or Fortran compiler that understands derivative calls
  rustc ARGS…              the same for Rust
  opt IN.ll -o OUT.ll      differentiate the calls in an IR module
  reproduce FILE           show again the mistake that an internal error wrote down
"""

_EXAMPLES: Final = """\
examples:
  ribozyme grad model.c:loss --emit ll          the gradient of loss, as LLVM IR
  ribozyme grad model.c:loss --wrt x --emit so  a shared library and its header
  ribozyme doctor --json                        for scripts

In Python: import ribozyme as rz; rz.grad(rz.load("model.c").loss)(…)
"""


_COMMANDS: Final = ("demo", "doctor", "grad", "check", "explain", "reproduce")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status."""
    if arguments is None:
        return _own()
    words = list(arguments)
    if words[:1] and words[0] in DRIVERS:  # their arguments are not ours to read
        return _guarded(lambda: _driver(DRIVERS[words[0]], words[1:]), False)
    if words[:1] and not words[0].startswith("-") and words[0] not in _COMMANDS:
        return _guarded(lambda: _no_command(words[0]), False)
    parser = _parser()
    end = words.index("--") if "--" in words else len(words)
    chosen, rest = parser.parse_known_args(words[:end])
    if "flags" in chosen:  # argparse gives it none if an option stands before `--`
        chosen.flags = [*chosen.flags, *words[end + 1 :]]
    else:
        rest += words[end:]
    if rest:
        return _guarded(lambda: _not_taken(words[0], rest[0], chosen), False)
    if chosen.run is None:
        parser.print_help()
        return 0
    return _guarded(lambda: chosen.run(chosen), getattr(chosen, "json", False))


def _own(*command: str) -> int:
    """A command in a process of its own, with the words that the process was given."""
    rare()
    return main([*command, *sys.argv[1:]])


def cc() -> int:
    """The command `ribozyme-cc`: build systems that take one path have no room for two words."""
    return _own("cc")


def cxx() -> int:
    """The command `ribozyme-c++`."""
    return _own("c++")


def fc() -> int:
    """The command `ribozyme-fc`."""
    return _own("fc")


def rustc() -> int:
    """The command `ribozyme-rustc`."""
    return _own("rustc")


def _guarded(run: Callable[[], int], as_json: bool) -> int:
    from ribozyme.cli.output import complain, plain_warnings

    try:
        with plain_warnings():
            status = run()
        sys.stdout.flush()
        return status
    except Error as failure:
        complain(failure, as_json=as_json)
        return 2 if isinstance(failure, UsageError) else 1
    except KeyboardInterrupt:
        print("ribozyme: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as failure:
        if failure.filename is None:
            return _mistaken(failure, as_json)
        complain(error("RZ002", f"{failure.filename}: {failure.strerror}"), as_json=as_json)
        return 2
    except Exception as mistake:
        return _mistaken(mistake, as_json)


def _mistaken(mistake: Exception, as_json: bool) -> int:
    """Say a mistake of our own, in an `except` of it."""
    from ribozyme.cli.output import complain

    if "RIBOZYME_DEBUG" in os.environ:
        raise mistake
    complain(
        error(
            "RZ901",
            f"{type(mistake).__name__}: {mistake}",
            helps=("RIBOZYME_DEBUG=1 shows where; please report it with your input",),
        ),
        as_json=as_json,
    )
    return 1


def _not_taken(command: str, word: str, chosen: argparse.Namespace) -> int:
    """An option that a command does not have, or a word too many."""
    from difflib import get_close_matches

    known = tuple(f"--{name.replace('_', '-').removeprefix('option-')}" for name in vars(chosen))
    near = get_close_matches(word.partition("=")[0], known, 1)
    helps: tuple[str, ...] = (f"did you mean {near[0]}?",) if near else ()
    helps = helps or (f"ribozyme {command} --help",)
    if word.startswith("-") and "flags" in chosen:
        helps = (*helps, f"flags for the compiler go behind --: … -- {word}")
    raise error("RZ001", f"'ribozyme {command}' does not take '{word}'", helps=helps)


def _no_command(word: str) -> int:
    from difflib import get_close_matches

    known = (*_COMMANDS, *DRIVERS)
    near = get_close_matches(word, known, 1)
    helps = [f"did you mean {near[0]}?"] if near else []
    if ":" in word or "." in word:
        helps.append(f"a function's gradient: ribozyme grad {word}")
    notes = (f"there are: {', '.join(known)}",)
    raise error("RZ001", f"there is no command '{word}'", notes=notes, helps=tuple(helps))


def _driver(language: Language, arguments: Sequence[str]) -> int:
    """Stand where the compiler of a language does."""
    match language:
        case "c" | "c++":
            from ribozyme.cli import cc

            return cc.run(arguments, language)
        case "fortran":
            from ribozyme.cli import fc

            return fc.run(arguments)
        case "ir":
            from ribozyme.cli import opt

            return opt.run(arguments)
        case "rust":
            from ribozyme.cli import rustwrapper

            return rustwrapper.run(arguments)
        case "zig" | "d" | "mlir":
            raise AssertionError("a language without a driver")
        case other:
            assert_never(other)


def _parser() -> argparse.ArgumentParser:
    import argparse  # late: the drivers do without

    from ribozyme.cli import check, demo, doctor, explain, grad, reproduce

    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="ribozyme",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=shape,
        usage="ribozyme COMMAND …",
    )
    parser.add_argument("--version", action="version", version=f"ribozyme {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar="COMMAND", help=argparse.SUPPRESS)
    modules = (demo, doctor, grad, check, explain, reproduce)
    for module, name in zip(modules, _COMMANDS, strict=True):
        own = commands.add_parser(
            name,
            prog=f"ribozyme {name}",
            description=module.DESCRIPTION,
            epilog=module.EPILOG,
            formatter_class=shape,
        )
        module.configure(own)
        own.set_defaults(run=module.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
