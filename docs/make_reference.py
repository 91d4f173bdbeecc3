"""Writes `docs/reference.md` from the docstrings of the public names.

    .venv/bin/python docs/make_reference.py

A test compares the page with what this makes.
"""

import inspect
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import ribozyme as rz
from ribozyme.base.errors import CODES, Error
from ribozyme.base.record import fields

PAGE = Path(__file__).with_name("reference.md")

HEAD = """\
# Reference

Every public name of `import ribozyme as rz`. This page is made from the docstrings by
`docs/make_reference.py`.

Words that come back everywhere:

* `f` is a function of a library, or a derivative of one.
* `wrt` says by which inputs to differentiate: a parameter's name or position, `"@g"` for a
  global variable, or a tuple of them.
  Without it: all parameters that hold floats and that the function reads. One input gives its
  derivative, several or a tuple give a tuple in the order asked for, by default in that of the
  parameters. `argnums`, JAX's word, is `wrt` by positions alone.
* `of` says which outputs: `"return"`, the name of an array the function writes, or a tuple, in
  whose order values, cotangents and derivatives come. Without it: the float that is returned, or
  the one array that is written by a function that returns none (`void`, an `int` status).
* `**options` are the [options](#options) of this one derivative.

The examples use this library:

```python
{library}
```
"""

LIBRARY = '''\
import numpy as np
import ribozyme as rz

lib = rz.compile("""
    #include <math.h>
    double area(double r) { return 3 * r * r; }
    double energy(const double *x, int n, double k) {
        double s = 0;
        for (int i = 0; i < n; i++) s += k * x[i] * x[i];
        return s;
    }
    void cubes(const double *x, int n, double *out) {
        for (int i = 0; i < n; i++) out[i] = x[i] * x[i] * x[i];
    }
    double newton(double a) {
        double r = a > 1 ? a : 1;
        while (fabs(r * r * r - a) > 1e-14 * a) r -= (r * r * r - a) / (3 * r * r);
        return r;
    }
    void residual(const double *r, double a, double *out) { *out = *r * *r * *r - a; }
    void step(const double *x, double a, double *next) { *next = a / *x / 2 + *x / 2; }
    double bowl(const double *x, double a) { return (*x - a) * (*x - a); }
    void save(double x) { static double last; last = x; (void)last; }
    double noted(double x) { save(x); return x * x; }
""")
x, out = np.array([1.0, 2.0, 3.0]), np.zeros(3)'''

_ERRORS = (
    "All are `rz.Error`, with `.code`, `.location`, `.chain` and `.fixes`; "
    "[the codes](errors.md) say what each means."
)

INTERNAL = (
    "abandon", "along", "at", "back", "back_along", "chosen", "code", "is_new", "multiplier",
    "one_number", "plan", "was_called",
)  # fmt: skip

GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Libraries", "", ("load", "compile", "Library", "Function", "Signature")),
    (
        "Transforms",
        "",
        (
            "grad",
            "value_and_grad",
            "jvp",
            "vjp",
            "split",
            "jacobian",
            "jacfwd",
            "jacrev",
            "value_and_jacobian",
            "linearize",
            "hessian",
            "sparsity",
            "hvp",
            "vmap",
            "pure",
            "checkpoint",
        ),
    ),
    (
        "Solutions of equations",
        "Functions that an equation defines ([how to](howto/implicit.md)); they need SciPy.",
        ("root", "fixed_point", "argmin", "Implicit"),
    ),
    (
        "Looking closer",
        "",
        ("check", "Report", "explain", "Explanation", "trace_nan", "Trace", "release"),
    ),
    (
        "The exact layer",
        "Says of each argument what it is, as the C interface does.",
        (
            "autodiff",
            "Active",
            "Const",
            "Duplicated",
            "DuplicatedNoNeed",
        ),
    ),
    ("Rules of one's own", "", ("rule", "callback", "inactive")),
    ("Options", "", ("options", "Options")),
)


def page() -> str:
    """The whole page."""
    parts = [HEAD.format(library=LIBRARY)]
    for title, text, names in GROUPS:
        parts.append(f"## {title}\n")
        if text:
            parts.append(f"{text}\n")
        parts += [_entry(name) for name in names]
    parts.append(_errors())
    return "\n".join(parts)


def _entry(name: str) -> str:
    found = getattr(rz, name)
    lines = [f"### {name}\n", f"```text\n{_spelled(name, found)}\n```\n", _prose(found)]
    if inspect.isclass(found):
        lines += _members(found)
    return "\n".join(lines)


def _spelled(name: str, found: Any) -> str:
    if inspect.isclass(found) and found is rz.Options:
        defaults = rz.Options()
        return "\n".join(f"{name} = {getattr(defaults, name)!r}" for name in fields(rz.Options))
    if found in (rz.Library, rz.Function, rz.Implicit, rz.Report, rz.Explanation, rz.Signature):
        return f"class rz.{name}"
    if hasattr(
        found, "__match_args__"
    ):  # a record's methods are compiled when they are first called
        with suppress(TypeError):
            found()
    signature = str(inspect.signature(found)).removesuffix(" -> None")
    signature = re.sub(r"\b(?:ribozyme|collections|typing|numpy)(?:\.\w+)*\.(?=\w)", "", signature)
    signature = re.sub(r"= '(\w+)'", r'= "\1"', signature)
    line = f"rz.{name}{signature.replace(chr(39), '')}"
    if len(line) > 96:
        head, _, rest = line.partition("(")
        inner, _, result = rest.rpartition(")")
        listed = re.split(r", (?![^\[]*\])", inner)
        line = f"{head}(\n" + "".join(f"    {one},\n" for one in listed) + f"){result}"
    return line


def _prose(found: Any) -> str:
    return f"{_fenced(inspect.getdoc(found) or '')}\n"


def _fenced(text: str) -> str:
    """The examples of a docstring, from `>>>` to an empty line, as blocks of code."""
    return re.sub(r"^>>> .*?(?=\n\n|\Z)", r"```pycon\n\g<0>\n```", text, flags=re.M | re.S)


def _members(found: type) -> list[str]:
    lines = []
    for name, member in vars(found).items():
        shown = isinstance(member, property) or inspect.isfunction(member)
        text = inspect.getdoc(member) if shown else None
        if name.startswith("_") or name in INTERNAL or not text:
            continue
        call = "" if isinstance(member, property) else "()"
        lines.append(f"* `.{name}{call}`: {' '.join(text.split())}")
    return [*lines, ""] if lines else []


def _errors() -> str:
    lines = [
        "## Errors\n",
        f"{_ERRORS}\n",
        "| class | what | codes |",
        "|---|---|---|",
    ]
    by_class: dict[type[Error], list[str]] = {}
    for code, known in CODES.items():
        by_class.setdefault(known.family, []).append(code)
    for kind, codes in by_class.items():
        span = ", ".join(codes)
        lines.append(f"| `{kind.__name__}` | {_told(kind)} | {span} |")
    return "\n".join(lines) + "\n"


def _told(kind: type) -> str:
    """What an exception is, without its example."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
