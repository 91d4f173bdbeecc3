"""The command line of the suite; see `bench`."""

import argparse
import os
import site
import sys

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
os.environ.update(ONE_THREAD)  # before any peer, or NumPy, starts its threads

if "BENCH_PEERS" in os.environ:  # a virtual environment of the same Python; what is here wins
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site.addsitedir(os.path.join(os.environ["BENCH_PEERS"], "lib", python, "site-packages"))

from bench import algebra, curve, gpu, memory, overhead, parallel, sparse  # noqa: E402

COMMANDS = {
    "algebra": algebra.main,
    "compile": curve.main,
    "gpu": gpu.main,
    "memory": memory.main,
    "overhead": overhead.main,
    "parallel": parallel.main,
    "sparse": sparse.main,
}


BESIDE_SIZES = 3
"""At how many sizes flags other than the main ones are measured, if not asked for."""


def main(arguments: list[str]) -> int:
    if arguments and arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    if arguments and arguments[0] == "table":
        return _shown()
    return _measured(arguments)


def _shown() -> int:
    """The files again from what was measured before."""
    from bench import plot, table

    whole = table.save([], quick=False)
    table.show(whole)
    plot.draw(whole)
    return 0


def _measured(arguments: list[str]) -> int:
    from bench import peers, plot, run, table
    from bench.gradient import FLAGS, MAIN
    from bench.measure import BESIDE, FULL, QUICK
    from bench.problems import PROBLEMS

    words = argparse.ArgumentParser(
        prog="bench", description=f"Commands besides: {', '.join(COMMANDS)}, table."
    )
    words.add_argument("problems", nargs="*", metavar="PROBLEM", help=", ".join(PROBLEMS))
    words.add_argument("--quick", action="store_true", help="small sizes, few rounds, main flags")
    words.add_argument("--all", action="store_true", help="every published size")
    words.add_argument("--flags", action="append", choices=list(FLAGS), help="default: all")
    words.add_argument("--alone", action="store_true", help="no peers, no child processes")
    words.add_argument("--peer", action="append", choices=peers.MODULES, help="only these")
    asked = words.parse_args(arguments)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # one core: theirs and ours
    chosen = _chosen(words, asked.problems, list(PROBLEMS))
    if asked.peer:
        peers.only[:] = asked.peer
    wanted = {"quick"} if asked.quick else {"quick", "default", *(["all"] if asked.all else [])}
    flags = asked.flags or ([MAIN.name] if asked.quick else list(FLAGS))
    records = []
    for name in chosen:
        problem = PROBLEMS[name]
        sizes = [size for size in problem.sizes if size.when in wanted]
        for flag in flags:
            main = flag == MAIN.name
            effort = QUICK if asked.quick else FULL if main else BESIDE
            some = sizes if main or asked.flags or asked.all else sizes[:BESIDE_SIZES]
            alone = asked.alone or not main
            for record in run.records(problem, some, FLAGS[flag], effort, alone):
                print(_progress(record), file=sys.stderr, flush=True)
                records.append(record)
        if not asked.quick:
            table.save(records, quick=False)
    whole = table.save(records, asked.quick)
    table.show([r for r in whole if r["problem"] in chosen and r["flags"] in flags])
    if not asked.quick and not plot.draw(whole):
        print("no plot: pip install 'ribozyme[bench]' brings matplotlib", file=sys.stderr)
    return 0


def _chosen(words: argparse.ArgumentParser, asked: list[str], known: list[str]) -> list[str]:
    """Problems by name or by the beginning of it (`hand`, `ba`)."""
    if not asked:
        return known
    found = [n for n in known if any(n == a or n.startswith(f"{a}-") for a in asked)]
    for word in asked:
        if not any(n == word or n.startswith(f"{word}-") for n in known):
            words.error(f"no problem '{word}'; there are {', '.join(known)}")
    return found


def _progress(record: dict[str, object]) -> str:
    ratio = record["gradient_over_primal"]
    words = f"{ratio:.2f}" if isinstance(ratio, float) else str(record.get("failure"))
    return f"{record['problem']} {record['size']} ({record['flags']}): {words}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
