"""The matrix feature × framework of docs/frameworks.md, written from what the tests did.

python -m tests.bindings.matrix       runs the tests of the installed frameworks, all must pass
"""

import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final, final

import pytest

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "frameworks.md"
FRAMEWORKS: Final = ("torch", "jax", "tensorflow")
FILES: Final = ("operators", "kept")
NEVER: Final = "–"

# A feature, and per framework the test that shows it; with "test: error" it shows a refusal.
FEATURES: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("gradient", "forward_and_backward", "grad", "eager"),
    ("compiled: `torch.compile(fullgraph)`, `jit`, `tf.function`", "compile", "eager_and_jit",
     "function"),
    ("shapes not known when compiled", "compile_dynamic",
     "sizes_that_are_symbols_are_refused: ArgumentTypeError", "function_of_unknown_shape"),
    ("gradient inside compiled code", "compile_of_func_grad", "grad", "function"),
    ("XLA inside TensorFlow: `jit_compile=True`", NEVER, NEVER,
     "compiled_by_xla_is_refused: InvalidArgumentError"),
    ("the framework's own check of derivatives", "gradcheck", "check_grads", "compute_gradient"),
    ("the same, second order", "gradgradcheck", "check_grads", "second_order"),
    ("`opcheck`", "opcheck", NEVER, NEVER),
    ("forward mode", "forward_mode", "jacfwd", "forward_accumulator"),
    ("Jacobian, backward", "func_jacrev", "jacrev", "jacobian"),
    ("Jacobian, forward", "func_jacfwd", "jacfwd", NEVER),
    ("Hessian", "func_hessian", "hessian", "second_order"),
    ("every nesting of both modes", "func_nested", "nested", NEVER),
    ("third order", "third_order", "third_order", "third_order"),
    ("pullbacks without running the function again", "the_primal_is_not_run_again",
     "the_primal_is_not_run_again", NEVER),
    ("batches: `vmap`, `vectorized_map`", "func_vmap", "vmap", "vectorized_map"),
    ("gradient of each of a batch", "func_vmap_of_grad", "vmap", "vectorized_map"),
    ("inputs that a batch shares, not copied", "shared_inputs_of_a_batch",
     "shared_inputs_of_a_batch", "shared_inputs_of_a_batch"),
    ("transposed pullback", NEVER, "linear_transpose_of_a_pullback", NEVER),
    ("loops: `scan`, `while_loop`", NEVER, "scan", "loops"),
    ("checkpoint, `remat`, `recompute_grad`", "checkpoint", "remat", "checkpoint"),
    ("export, and used again", "export", "export", "saved_model"),
    ("exported, in another process", "export_in_another_process", "export_in_another_process",
     "saved_model"),
    ("autocast", "autocast", NEVER, NEVER),
    ("`no_grad`, `inference_mode`", "inference_and_no_grad", NEVER, NEVER),
    ("several threads", "threads", "threads", "threads"),
    ("runs without Python's lock", "no_lock_is_held_while_it_runs",
     "no_lock_is_held_while_it_runs", "no_lock_is_held_while_it_runs"),
    ("two processes, data parallel", "data_parallel", NEVER, NEVER),
    ("training to the loss of the native twin", "training_like_the_native_twin",
     "training_like_the_native_twin", "keras_training_like_the_native_twin"),
    ("scalars, structs, integers, several outputs", "structs_by_keyword",
     "scalars_structs_integers_and_outputs", "scalars_structs_integers_and_outputs"),
    ("integers of 8 and 16 bits, flags", "small_integers", "small_integers", "small_integers"),
    ("`float16`, `bfloat16`", "half_precision", "half_precision", "half_precision"),
    ("not contiguous, empty, any shape", "strides_and_shapes", "empty_and_shapes",
     "empty_and_shapes"),
    ("wrong dtype or kind", "dtypes_devices_and_kinds_are_checked: ArgumentTypeError",
     "bad_input: ArgumentTypeError", "bad_input: ArgumentTypeError"),
    ("tensors on other devices", "other_devices_are_refused: UsageError", NEVER, NEVER),
    ("gradient by an integer", "tensors_that_require_grad_on_integers: ArgumentTypeError",
     "bad_input: TypeError", NEVER),
    ("saved tensor changed in place", "changed_in_place: RuntimeError", NEVER, NEVER),
    ("C++ exception in the function",
     "an_exception_of_the_program_is_one_of_torch: RuntimeError",
     "an_exception_of_the_program: JaxRuntimeError", "an_exception_of_the_program: InternalError"),
    ("a torch without the private names", "without_private_names_right_or_loud", NEVER, NEVER),
)  # fmt: skip


@final
class _Outcomes:
    """What became of each test, by file and name; one that failed anywhere has failed."""

    def __init__(self) -> None:
        self.passed: dict[str, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file, _, name = report.nodeid.partition("::")
        key = f"{Path(file).stem}::{re.sub(r'[.*]', '', name.partition('[')[0])}"
        if report.when == "call" or report.failed:
            self.passed[key] = self.passed.get(key, True) and report.passed


def cell(framework: str, shown: str, passed: dict[str, bool]) -> str:
    """✓, the error's name, or a dash."""
    if shown == NEVER:
        return NEVER
    test, _, refused = shown.partition(": ")
    files = (f"test_{framework}_{part}::test_{test}" for part in FILES)
    key = next((key for key in files if key in passed), "")
    if not key:
        return "not run"
    return (f"`{refused}`" if refused else "✓") if passed[key] else "**fails**"


def table(passed: dict[str, bool]) -> str:
    """The matrix as Markdown."""
    lines = ["| | torch | jax | tensorflow |", "|---|---|---|---|"]
    for feature, *shown in FEATURES:
        cells = (cell(f, s, passed) for f, s in zip(FRAMEWORKS, shown, strict=True))
        lines.append(f"| {feature} | {' | '.join(cells)} |")
    return "\n".join(lines)


def write(matrix: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition("<!-- matrix -->")
    _, _, tail = rest.partition("<!-- /matrix -->")
    PAGE.write_text(f"{head}<!-- matrix -->\n{matrix}\n<!-- /matrix -->{tail}", encoding="utf-8")


def main() -> int:
    outcomes = _Outcomes()
    status = 0
    for framework in FRAMEWORKS:
        if find_spec(framework):
            places = (Path(__file__).with_name(f"test_{framework}_{part}.py") for part in FILES)
            files = [str(place) for place in places if place.exists()]
            status |= pytest.main(["-q", "--all", "-p", "no:cacheprovider", *files], [outcomes])
    write(table(outcomes.passed))
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
