#!/bin/sh
# The one command of this repository: ./do demo | test | lint | bench | fuzz | stress | docs
# Needs Python 3.11 or newer and nothing else; makes .venv on first use.
set -eu
cd "$(dirname "$0")"

usage() {
    cat <<'END'
./do demo                   the tour: derivatives of small C programs, checked and timed
./do test [ARGS]            the tests, a sixth of the programs, at one level and mode, others on each
                            day (--rotation N repeats them); ARGS go to pytest
./do test --wide            more levels and modes: what .ci/run adds to the first
./do test --all             everything, with PyTorch, TensorFlow and JAX, which it installs;
                            goes on where it stopped
./do test --gpu             kernels, applications and their gradients on a device, where one is
./do lint                   formatting, lint, types, layers
./do bench [ARGS]           the benchmarks
./do fuzz [ARGS]            random programs against independent derivatives
./do stress parser|memory   damaged IR; what we generate under the address sanitizer
./do docs                   run the code in the documentation
END
}

# A Python that is new enough: $PYTHON, or the first of the usual names.
python() {
    for name in ${PYTHON:-} python3 python python3.14 python3.13 python3.12 python3.11; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "./do: Python 3.11 or newer is needed; set PYTHON to one" >&2
    exit 2
}

# Installs once; again when what is to be installed has changed. $1: the extras, dev or more.
install() {
    extras=${1:-dev}
    stamp=.venv/installed
    wanted=$(cat pyproject.toml constraints.txt constraints-frameworks.txt | cksum)
    if [ -f "$stamp" ]; then
        # Whoever has more than is asked for keeps it.
        case $(cat "$stamp") in "$wanted $extras" | "$wanted $extras,"*) return ;; esac
        case $(cat "$stamp") in *" dev,frameworks") extras=dev,frameworks ;; esac
    fi
    echo "./do: installing into .venv" >&2
    [ -x .venv/bin/python ] || "$(python)" -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --constraint constraints.txt --constraint constraints-frameworks.txt --editable ".[$extras]"
    echo "$wanted $extras" >"$stamp"
}

# The extras that the arguments of `test` ask for.
extras() {
    for word in "$@"; do
        [ "$word" != --all ] || { echo dev,frameworks; return; }
    done
    echo dev
}

lint() {
    failed=0
    .venv/bin/ruff format --check . || failed=1
    .venv/bin/ruff check . || failed=1
    .venv/bin/mypy --strict src || failed=1
    .venv/bin/lint-imports --no-logo || failed=1
    return $failed
}

command=${1:-help}
[ $# -eq 0 ] || shift
case $command in
demo) install; exec .venv/bin/ribozyme demo "$@" ;;
test) install "$(extras "$@")"
    case " $* " in *" --gpu "*) exec .venv/bin/python -m tests.gpu.on_device ;; esac
    # Tests start many processes; without bytecode each would compile what it imports.
    unset PYTHONDONTWRITEBYTECODE
    exec .venv/bin/python -m pytest -q -n 2 "$@" ;;
lint) install; lint ;;
bench) install; exec .venv/bin/python -m bench "$@" ;;
fuzz) install; exec .venv/bin/python -m tests.fuzz "$@" ;;
stress) install; what=${1:-parser}; [ $# -eq 0 ] || shift
    exec .venv/bin/python -m "tests.stress.$what" "$@" ;;
docs) install; exec .venv/bin/python -m pytest -q tests/test_docs.py "$@" ;;
help | -h | --help) usage ;;
*) usage >&2; exit 2 ;;
esac
