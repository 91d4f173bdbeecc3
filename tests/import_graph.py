"""Which file of the package imports which, and the groups of files that import each other.

Imports for types alone and those inside functions count like any other: whoever reads a file has
to know what it names.

    python -m tests.import_graph     the groups, largest first, and the imports within them
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from ribozyme.base.graph import components

ROOT = Path(__file__).parent.parent / "src" / "ribozyme"


def imports() -> dict[str, set[str]]:
    """Of each file of the package, by its path in it without the suffix, those that it imports."""
    files = {_name(path): path for path in sorted(ROOT.rglob("*.py"))}
    return {name: set(_imported(path, files)) - {name} for name, path in files.items()}


def _name(path: Path) -> str:
    inside = path.relative_to(ROOT).with_suffix("")
    return str(inside.parent if inside.name == "__init__" else inside)


def _imported(path: Path, files: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names=names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), names=names, level=0):
                modules = [module, *(f"{module}.{alias.name}" for alias in names)]
            case _:
                continue
        # `from ribozyme.transform import emit` names a file or what a package's `__init__` has.
        paths = [m.removeprefix("ribozyme.").replace(".", "/") for m in modules]
        yield from {p for p in paths if p in files} if len(paths) < 2 else _deepest(paths, files)


def _deepest(paths: list[str], files: dict[str, Path]) -> set[str]:
    package, *members = paths
    found = {member for member in members if member in files}
    if package in files and len(found) < len(members):
        found.add(package)
    return found


def cycles() -> list[list[str]]:
    """Groups of two or more files that import each other, directly or through others, largest
    first."""
    graph = imports()
    names = list(graph)
    number = {name: k for k, name in enumerate(names)}
    successors = [sorted(number[target] for target in graph[name]) for name in names]
    groups = [[names[k] for k in group] for group in components(successors)]
    return sorted((sorted(g) for g in groups if len(g) > 1), key=lambda g: (-len(g), g))


def main() -> None:
    graph = imports()
    for group in cycles():
        print(f"{len(group)} files import each other:")
        for name in group:
            print(f"  {name} -> {' '.join(sorted(graph[name] & set(group)))}")


if __name__ == "__main__":
    main()
