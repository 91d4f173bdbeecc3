"""The ten tasks of docs/coming-from.md in JAX and CasADi, run beside ours and compared with them.

Where one of the two is not installed, its blocks are not run.
"""

import ast
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

PAGE = Path(__file__).parents[1] / "docs" / "coming-from.md"
BLOCK = re.compile(r"(?:<!-- not run: (\w+) -->\n)?```python\n(.*?)```", re.DOTALL)
TASKS = (
    "A gradient", "Value and gradient, for an optimiser",
    "Products with the Jacobian and its transpose", "A dense Jacobian", "A sparse Jacobian",
    "Second derivatives", "Many points at once", "Branches and loops",
    "The solution of an equation", "A derivative of one's own",
)  # fmt: skip
# What each tool's last expression, or the variable, must equal of ours;.
SAME: dict[tuple[str, str], tuple[str, str]] = {
    ("JAX", TASKS[0]): ("x_bar", "x_bar"),
    ("CasADi", TASKS[0]): ("x_bar", "x_bar"),
    ("JAX", TASKS[1]): ("_.x", "found.x"),
    ("JAX", TASKS[2]): ("x_bar", "x_bar"),
    ("CasADi", TASKS[2]): ("x_bar", "x_bar"),
    ("JAX", TASKS[3]): ("_", "dense"),
    ("CasADi", TASKS[3]): ("_", "dense"),
    ("CasADi", TASKS[4]): ("_", "sparse.toarray()"),
    ("JAX", TASKS[5]): ("_", "Hv"),
    ("CasADi", TASKS[5]): ("_", "Hv"),
    ("JAX", TASKS[6]): ("_", "slopes"),
    ("CasADi", TASKS[6]): ("_.T", "slopes"),
    ("JAX", TASKS[7]): ("_[1]", "slope"),
    ("CasADi", TASKS[7]): ("_", "slope"),
    ("JAX", TASKS[8]): ("_", "slope"),
    ("CasADi", TASKS[8]): ("_", "slope"),
    ("JAX", TASKS[9]): ("jax.grad(lambda a: 3 * root3(a))(8.0)", "rz.grad(model.scaled)(8.0)"),
}


def sections() -> dict[str, list[tuple[str, str]]]:
    """The blocks of each task, with the tool of each; "" is ours. The first has what all share."""
    text = PAGE.read_text(encoding="utf-8")
    tail = text.split("\n## Ten tasks", 1)[1].split("\n## Tapenade")[0]
    parts = re.split(r"^### (.*)$", tail, flags=re.MULTILINE)
    named = dict(zip(["", *parts[1::2]], [parts[0], *parts[2::2]], strict=True))
    return {
        name: [(found[1] or "", found[2]) for found in BLOCK.finditer(part)]
        for name, part in named.items()
    }


def run(block: str, names: dict[str, Any]) -> None:
    """A block; `_` is the value of its last line, if that is an expression."""
    tree = ast.parse(block)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        tree.body[-1] = ast.copy_location(
            ast.Assign([ast.Name("_", ast.Store())], last.value), last
        )
        ast.fix_missing_locations(tree)
    exec(compile(tree, str(PAGE), "exec"), names)


def test_each_task_is_there_in_each_tool() -> None:
    found = sections()
    assert tuple(found)[1:] == TASKS
    for name, blocks in found.items():
        tools = {tool for tool, _ in blocks}
        text = PAGE.read_text(encoding="utf-8").split(f"### {name}\n")[1] if name else ""
        for tool in ("JAX", "CasADi"):
            assert tool in tools or re.search(rf"^(In )?{tool}\b", text, re.MULTILINE), (name, tool)
        assert "" in tools


@pytest.mark.rotates("file", plain=1, wide=1000)
@pytest.mark.parametrize("tool", ["JAX", "CasADi"])
def test_both_give_the_same(tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec(tool.lower()) is None:
        pytest.skip(f"{tool} is not installed")
    from ribozyme.rules import added, custom

    monkeypatch.setattr(custom, "_books", {"": custom.STANDARD})  # a page's rules are its own
    monkeypatch.setattr(added, "CURRENT", [""])
    monkeypatch.setattr(custom, "CURRENT", added.CURRENT)
    ours: dict[str, Any] = {"__name__": "coming_from"}
    exec("import numpy as np\nfrom scipy.optimize import minimize\nimport ribozyme as rz", ours)
    theirs: dict[str, Any] = {"__name__": "coming_from"}
    compared = 0
    for name, blocks in sections().items():
        for of, block in blocks:
            if not of:
                exec(compile(block, str(PAGE), "exec"), ours)
        shared = ("np", "minimize", "n", "k", "p", "x", "v", "points")
        theirs.update({word: ours[word] for word in shared if word in ours})
        for block in (block for of, block in blocks if of == tool):
            run(block, theirs)
        if (tool, name) in SAME:
            mine, wanted = SAME[tool, name]
            found = np.squeeze(np.asarray(_dense(eval(mine, theirs)), float))
            accuracy = 1e-4 if "found" in wanted else 1e-9  # a minimiser stops near the minimum
            np.testing.assert_allclose(found, eval(wanted, ours), rtol=accuracy, atol=accuracy)
            compared += 1
    assert compared == sum(1 for of, _ in SAME if of == tool)


def _dense(value: Any) -> Any:
    return value.full() if hasattr(value, "full") else value
