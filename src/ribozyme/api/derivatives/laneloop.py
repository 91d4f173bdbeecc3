"""The loop over lanes, as IR around a routine, which inlines.

for lane in first..last:  results[lane] = routine(word + lane·stride, …)
"""

from collections.abc import Sequence

from ribozyme.api.calling.routine import Routine, held


def loop(routine: Routine, is_mapped: Sequence[bool]) -> str:
    """The loop: block is first, last, (word, stride) per slot, where results go."""
    head: list[str] = []
    body: list[str] = []
    arguments: list[str] = []
    for k, type in enumerate(routine.slots):
        at, mapped = 16 + 16 * k, is_mapped[k]
        by_address = mapped and type != "ptr"
        kept, fix = held(type)
        head.append(f"  %w{k}.at = getelementptr i8, ptr %block, i64 {at}")
        head.append(f"  %w{k} = load {'ptr' if by_address else kept}, ptr %w{k}.at")
        value = f"%w{k}"
        if mapped:
            head.append(f"  %s{k}.at = getelementptr i8, ptr %block, i64 {at + 8}")
            head.append(f"  %s{k} = load i64, ptr %s{k}.at")
            body.append(f"  %o{k} = mul i64 %lane, %s{k}")
            body.append(f"  %a{k} = getelementptr i8, ptr %w{k}, i64 %o{k}")
            value = f"%a{k}"
        if by_address:
            stored = "i8" if type == "i1" else type
            body.append(f"  %m{k} = load {stored}, ptr %a{k}")
            value = f"%m{k}"
            fix = "trunc" if type == "i1" else ""
            kept = stored
        if fix:
            body.append(f"  %x{k} = {fix} {kept} {value} to {type}")
            value = f"%x{k}"
        arguments.append(f"{type}{' zeroext' if type == 'i1' else ''} {value}")
    call = f"call {routine.result} @{routine.quoted}({', '.join(arguments)})"
    if routine.result == "void":
        body.append(f"  {call}")
    else:
        at = 16 + 16 * len(routine.slots)
        head.append(f"  %results.at = getelementptr i8, ptr %block, i64 {at}")
        head.append("  %results = load ptr, ptr %results.at")
        body.append(f"  %r = {call}")
        stored, value = routine.result, "%r"
        if stored == "i1":
            body.append("  %r.wide = zext i1 %r to i8")
            stored, value = "i8", "%r.wide"
        body.append(f"  %r.at = getelementptr {stored}, ptr %results, i64 %lane")
        body.append(f"  store {stored} {value}, ptr %r.at")
    return "\n".join(
        (
            "define void @LANES(ptr noalias %block) {",
            "entry:",
            "  %first = load i64, ptr %block",
            "  %last.at = getelementptr i8, ptr %block, i64 8",
            "  %last = load i64, ptr %last.at",
            *head,
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
            "}\n",
        )
    )
