"""What a self-check found: one question at a time, and all of them."""

from typing import final

from ribozyme.base.record import dataclass


@final
@dataclass(frozen=True, slots=True)
class Finding:
    """One question asked, whether the answer was good, and the figures."""

    name: str
    ok: bool
    text: str


@final
@dataclass(frozen=True, slots=True)
class Report:
    """What `check` found; true when everything agreed.

    >>> print(str(rz.check(lib.area, 2.0)).splitlines()[0])
    derivative of 'area' at the given point: passed
    """

    function: str
    findings: tuple[Finding, ...]

    def __bool__(self) -> bool:
        return all(finding.ok for finding in self.findings)

    def __str__(self) -> str:
        verdict = "passed" if self else "FAILED"
        lines = [f"derivative of '{self.function}' at the given point: {verdict}"]
        for finding in self.findings:
            lines.append(
                f"  {'ok   ' if finding.ok else 'WRONG'} {finding.name:<18} {finding.text}"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        from ribozyme.api.programs.notebook import code, table

        rows = [
            ("ok" if one.ok else "<b>WRONG</b>", escape(one.name), escape(one.text))
            for one in self.findings
        ]
        verdict = "passed" if self else "<b>FAILED</b>"
        head = f"derivative of {code(self.function)} at the given point: {verdict}"
        return head + table(("", "question", "answer"), rows)

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The findings that are not good."""
        return tuple(finding for finding in self.findings if not finding.ok)
