"""An explanation as one HTML page: the tape by source line as a bar chart, and the source.

The page needs nothing else: no script, no font, no picture. It follows the reader's colours.
"""

from html import escape
from typing import Final

from ribozyme.api.explaining.explain import NOT_COMPARED, Explanation, Line, lines, remarks
from ribozyme.api.explaining.weights import size
from ribozyme.transform.reverse.plan.predicted import UNKNOWN
from ribozyme.transform.reverse.plan.report import Report

_CHARTED: Final = 12  # lines in the chart, the most expensive first

_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gradient of {title}</title>
<style>
{style}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""

_STYLE: Final = """\
:root { color-scheme: light dark;
  --ink: light-dark(#1c1e21, #e6e6e3); --soft: light-dark(#5d646c, #a2a8ae);
  --back: light-dark(#fdfdfc, #16181b); --rule: light-dark(#dcdfe3, #33383e);
  --bar: light-dark(#2f6fb3, #5b9bdd); --mark: light-dark(#eef4fb, #1f2a36); }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .25rem; }
p { margin: .25rem 0; color: var(--soft); max-width: 46rem; }
code, pre, .source { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 13px; }
h1 code, h2 code { font-size: .95em; }
.chart { margin: 1.25rem 0; display: grid; gap: .35rem .75rem; align-items: center;
  grid-template-columns: minmax(0, 45%) 1fr; }
.chart a { color: inherit; text-decoration: none; white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; }
.chart b { display: inline-block; min-width: 2.5em; font-weight: normal;
  color: var(--soft); }
.chart a:hover { text-decoration: underline; }
.bar { display: flex; align-items: center; gap: .5rem; white-space: nowrap; color: var(--soft);
  font-size: 13px; }
.bar i { display: block; height: 1rem; min-width: 2px; background: var(--bar); border-radius: 2px; }
.scroll { overflow-x: auto; border: 1px solid var(--rule); border-radius: 6px; margin-top: .75rem; }
.source { border-collapse: collapse; width: 100%; }
.source td { padding: .05rem .75rem; vertical-align: top; }
.source .number { text-align: right; color: var(--soft); user-select: none; width: 1%; }
.source .text { white-space: pre; }
.source .cost { width: 9rem; }
.source .cost i { display: block; height: .7rem; margin-top: .3rem; background: var(--bar);
  border-radius: 2px; min-width: 2px; }
.source .said td { padding-top: 0; padding-bottom: .4rem; color: var(--soft);
  font-family: system-ui, sans-serif; }
.source .said ul { margin: 0; padding-left: 1.1rem; }
.source .some td, .source .said td { background: var(--mark); }
.source .file td { color: var(--soft); border-bottom: 1px solid var(--rule);
  padding: .3rem .75rem; }
.source .gap td { color: var(--soft); }
pre { overflow-x: auto; border: 1px solid var(--rule); border-radius: 6px; padding: .75rem; }"""


def page(whole: Explanation) -> str:
    """The page."""
    parts = [_intro(whole), _chart(whole)]
    parts += [_function(number, one) for number, one in enumerate(whole.reports)]
    if whole.facts:
        text = escape("\n".join(whole.facts))
        parts.append(f"<h2>What the analyses found</h2>\n<pre>{text}</pre>")
    return _PAGE.format(title=escape(whole.function), style=_STYLE, body="\n".join(parts))


def _intro(whole: Explanation) -> str:
    name, by = escape(whole.function), escape(", ".join(whole.wrt))
    each = ", for one call of each function" if len(whole.reports) > 1 else ""
    noticed = "" if whole.compared else f"\n<p>{NOT_COMPARED[0].upper()}{NOT_COMPARED[1:]}.</p>"
    return (
        f"<h1>Gradient of <code>{name}</code> by <code>{by}</code></h1>\n"
        f"<p>The tape takes about {size(whole.estimate)}{each}. Numbers that are not known before "
        f"the program runs count as {UNKNOWN} unless given.</p>{noticed}"
    )


def _chart(whole: Explanation) -> str:
    """The lines that keep most, the longest bar first."""
    costly = [
        (line, number)
        for number, one in enumerate(whole.reports)
        for line in lines(one)
        if line.estimate
    ]
    if not costly:
        return "<p>Nothing is kept on the tape: registers and recomputation are enough.</p>"
    costly.sort(key=lambda pair: (-pair[0].estimate, pair[1], pair[0].number))
    most = costly[0][0].estimate
    rows = [_bar(line, number, most) for line, number in costly[:_CHARTED]]
    rest = sum(line.estimate for line, _ in costly[_CHARTED:])
    if rest:
        rows.append(f"<span>{len(costly) - _CHARTED} other lines</span>{_stripe(rest, most)}")
    bars = "\n".join(rows)
    return f'<div class="chart">\n{bars}\n</div>'


def _bar(line: Line, number: int, most: int) -> str:
    text = escape(line.text.strip() or "elsewhere")
    name = f"<code><b>{line.number or ''}</b> {text}</code>"
    link = f'<a href="#f{number}l{line.number}" title="{text}">{name}</a>'
    return link + _stripe(line.estimate, most)


def _stripe(bytes: int, most: int) -> str:
    width = 100 * bytes / most * 0.8
    return f'<span class="bar"><i style="width: {width:.1f}%"></i>{size(bytes)}</span>'


def _function(number: int, report: Report) -> str:
    found = lines(report)
    most = max((line.estimate for line in found), default=0)
    rows: list[str] = []
    file, last = "", 0
    for line in found:
        if line.file != file:
            file = line.file
            rows.append(f'<tr class="file"><td colspan="3">{escape(file)}</td></tr>')
        elif line.number > last + 1:
            rows.append('<tr class="gap"><td class="number">…</td><td></td><td></td></tr>')
        last = line.number
        rows += _row(number, line, most)
    table = "\n".join(rows)
    frame = f", {report.frame_bytes} bytes of frame per call" if report.frame_bytes else ""
    return (
        f"<h2><code>{escape(report.function)}</code></h2>\n<p>{escape(report.form)}{frame}</p>\n"
        f'<div class="scroll"><table class="source">\n{table}\n</table></div>'
    )


def _row(number: int, line: Line, most: int) -> list[str]:
    said = remarks(line)
    cost = ""
    if line.estimate:
        share = 100 * line.estimate / most
        cost = f'<i style="width: {share:.1f}%" title="{size(line.estimate)}"></i>'
    some = ' class="some"' if said else ""
    cells = (
        f'<td class="number">{line.number or ""}</td><td class="text">{escape(line.text)}</td>'
        f'<td class="cost">{cost}</td>'
    )
    rows = [f'<tr id="f{number}l{line.number}"{some}>{cells}</tr>']
    if said:
        items = "".join(f"<li>{escape(one)}</li>" for one in said)
        rows.append(f'<tr class="said"><td></td><td colspan="2"><ul>{items}</ul></td></tr>')
    return rows
