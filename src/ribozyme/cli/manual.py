"""The paragraph of each error code, as `docs/errors.md` has it; a wheel carries a copy."""

import re
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent.parent
_PAGES: Final = (_PACKAGE / "errors.md", _PACKAGE.parent.parent / "docs" / "errors.md")
_ENTRY: Final = re.compile(r"^### (RZ\d{3}): (.*)\n\n((?:(?!#).*\n)*)", re.MULTILINE)


def paragraphs() -> dict[str, tuple[str, str]]:
    """Title and text by code."""
    page = next(path for path in _PAGES if path.is_file())
    found = _ENTRY.finditer(page.read_text(encoding="utf-8"))
    return {code: (title, text.strip()) for code, title, text in (m.groups() for m in found)}


def explanation(code: str) -> str | None:
    """What a code means, with cause, example and fix; None for one that does not exist."""
    found = paragraphs().get(code.upper())
    return f"{code.upper()}: {found[0]}\n\n{found[1]}" if found else None
