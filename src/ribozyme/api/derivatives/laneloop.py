"""The loop over lanes, as IR around a routine, which inlines.

    for lane in first..last:  results[lane] = routine(word + lane·stride, …)

Numbers lie one behind the other, and how far apart small arrays are is a constant of the loop, so
that LLVM's vectoriser takes some lanes at once. Memory that was made for the call meets no other:
it is `noalias`.
"""

from collections.abc import Sequence
from typing import Final, final

from ribozyme.api.calling.routine import Routine, held
from ribozyme.api.calling.wrappers import constant
from ribozyme.base.record import record

_SMALL: Final = 1024  # bytes; lanes further apart are not computed at once


@final
@record
class LaneSlot:
    """A slot: whether each lane has its own, in memory of ours or not; or a constant.

    `stride` is how many bytes lie between lanes, 0 where that is found when the loop runs.
    """

    mapped: bool
    fresh: bool
    stride: int
    value: float | None = None


def loop(routine: Routine, slots: Sequence[LaneSlot]) -> str:
    """The loop: block is first, last, (word, stride) per slot, where results go."""
    pairs = enumerate(zip(routine.slots, slots, strict=True))
    made = [_written(k, type, slot) for k, (type, slot) in pairs]
    head = [line for one in made for line in one.head]
    given = [f"{type} {name}" for one in made for type, _, name in one.passed]
    taken = [f"{type}{how} {name}" for one in made for type, how, name in one.passed]
    body = [line for one in made for line in one.body]
    arguments = ", ".join(one.argument for one in made)
    call = f"call {routine.result} @{routine.quoted}({arguments})"
    if routine.result == "void":
        body.append(f"  {call}")
    else:
        at = 16 + 16 * len(routine.slots)
        head.append(f"  %results.at = getelementptr i8, ptr %block, i64 {at}")
        head.append("  %results = load ptr, ptr %results.at")
        given.append("ptr %results")
        taken.append("ptr noalias %results")
        body.append(f"  %r = {call}")
        stored, value = routine.result, "%r"
        if stored == "i1":
            body.append("  %r.wide = zext i1 %r to i8")
            stored, value = "i8", "%r.wide"
        body.append(f"  %r.at = getelementptr {stored}, ptr %results, i64 %lane")
        body.append(f"  store {stored} {value}, ptr %r.at")
    all_taken = ", ".join(("i64 %first, i64 %last", *taken))
    return "\n".join(
        (
            f"define internal void @LANES.all({all_taken}) alwaysinline {{",
            "entry:",
            "  br label %test",
            "test:",
            "  %lane = phi i64 [ %first, %entry ], [ %next, %work ]",
            "  %more = icmp slt i64 %lane, %last",
            "  br i1 %more, label %work, label %done",
            "work:",
            *body,
            "  %next = add nsw i64 %lane, 1",
            "  br label %test",
            "done:",
            "  ret void",
            "}",
            "define void @LANES(ptr noalias %block) {",
            "  %first = load i64, ptr %block",
            "  %last.at = getelementptr i8, ptr %block, i64 8",
            "  %last = load i64, ptr %last.at",
            *head,
            f"  call void @LANES.all({', '.join(('i64 %first, i64 %last', *given))})",
            "  ret void",
            "}\n",
        )
    )


@final
@record
class _Written:
    """What a slot becomes: loads from the block, parameters of the loop, and lines of its body."""

    argument: str
    head: tuple[str, ...] = ()
    passed: tuple[tuple[str, str, str], ...] = ()  # type, attributes, name
    body: tuple[str, ...] = ()


def _written(k: int, type: str, slot: LaneSlot) -> _Written:
    flag = " zeroext" if type == "i1" else ""
    if slot.value is not None and type in ("double", "float"):
        return _Written(f"{type} %c{k}", body=(constant(f"%c{k}", type, slot.value),))
    number, fix = held(type)
    by_address = slot.mapped and type != "ptr"
    kind = "ptr" if by_address else number
    how = " noalias" if slot.fresh and kind == "ptr" else ""
    at = 16 + 16 * k
    head = [f"  %w{k}.at = getelementptr i8, ptr %block, i64 {at}"]
    head.append(f"  %w{k} = load {kind}, ptr %w{k}.at")
    passed, body, value = [(kind, how, f"%w{k}")], list[str](), f"%w{k}"
    if by_address:
        number, fix = ("i8", "trunc") if type == "i1" else (type, "")
        body.append(f"  %a{k} = getelementptr {number}, ptr %w{k}, i64 %lane")
        body.append(f"  %m{k} = load {number}, ptr %a{k}")
        value = f"%m{k}"
    elif slot.mapped:
        step = str(slot.stride)
        if not 0 < slot.stride <= _SMALL:
            step = f"%s{k}"
            head.append(f"  %s{k}.at = getelementptr i8, ptr %block, i64 {at + 8}")
            head.append(f"  %s{k} = load i64, ptr %s{k}.at")
            passed.append(("i64", "", step))
        body.append(f"  %o{k} = mul nsw i64 %lane, {step}")
        body.append(f"  %a{k} = getelementptr i8, ptr %w{k}, i64 %o{k}")
        value = f"%a{k}"
    if fix:
        body.append(f"  %x{k} = {fix} {number} {value} to {type}")
        value = f"%x{k}"
    return _Written(f"{type}{flag} {value}", tuple(head), tuple(passed), tuple(body))
