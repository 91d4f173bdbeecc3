"""What a self-check found: one question at a time, and all of them."""

from dataclasses import dataclass
from typing import final


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
    """What `check` found; true when everything agreed."""

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
        from ribozyme.api.programs.notebook import report

        return report(self)

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The findings that are not good."""
        return tuple(finding for finding in self.findings if not finding.ok)
