"""LLVM in a process of its own, whose death is an exception here.

LLVM ends the process where it meets bitcode that is not what it seems, or an instruction that it
cannot select. So work on modules that nobody vouches for goes to a child: one, started when it is
first wanted, that serves until this process ends; when it dies, the next request starts another.

    apart(pipeline.run, "before", text)     what `pipeline.run("before", text)` gives, or `Died`
    with helpers(2) as found: …             two that are started, for work beside this process's own
"""

import atexit
import os
import pickle
import select
import signal
import struct
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn, ParamSpec, TypeVar, final

from ribozyme.base.errors import Error, error
from ribozyme.base.stages import spent

if TYPE_CHECKING:
    import subprocess

P = ParamSpec("P")
R = TypeVar("R")

Answer = tuple[bool, Any, float]
"""Whether it went well, the value or what was raised, and the seconds of the processor."""

_SIZE: Final = struct.Struct("<Q")
_DEATH_SIGNAL: Final = 1  # PR_SET_PDEATHSIG


class Died(Exception):
    """The child died at a request; the text is LLVM's last words, or how it ended."""


def apart(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function of a module in the child; what it raises is raised here."""
    if _server.is_child:
        return work(*args, **kwargs)
    answer: R = _server.asked((work, args, kwargs))
    return answer


def alone(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The same for work that leaves its traces in the process: in a child that ends after it."""
    own = _Server(is_bound=True)
    try:
        answer: R = own.asked((work, args, kwargs))
        return answer
    finally:
        own.close()


@contextmanager
def helpers(count: int) -> "Iterator[tuple[Helper, ...]]":
    """Some children that start at once, and end with the block."""
    with ExitStack() as started:
        yield tuple(started.enter_context(closing(Helper())) for _ in range(count))


def said(work: Callable[P, Any], *args: P.args, **kwargs: P.kwargs) -> str:
    """What LLVM writes to the standard error, where this process cannot read it, at some work."""
    return _server.heard((work, args, kwargs))


def overheard(work: Callable[P, Any], *args: P.args, **kwargs: P.kwargs) -> str:
    """The same at work that leaves its traces in the process."""
    own = _Server()
    try:
        return own.heard((work, args, kwargs))
    finally:
        own.close()


def forked(work: Callable[[], R], seconds: float) -> R:
    """The same in a copy of this process, with all that was registered here; `Died` where it takes
    longer, or where the system has no copies. Other threads do not exist in the copy.
    """
    if not hasattr(os, "fork"):
        raise Died("this system copies no process")
    source, target = os.pipe()
    with warnings.catch_warnings():
        for kind in (DeprecationWarning, RuntimeWarning):  # of other threads: Python's, JAX's
            warnings.simplefilter("ignore", kind)
        number = os.fork()
    if number == 0:
        _answer_and_end(work, target)
    os.close(target)
    try:
        answer: R = _opened(pickle.loads(_read_within(source, seconds)))
        return answer
    except EOFError:
        raise Died("it ended without an answer") from None
    finally:
        os.close(source)
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)


def _answer_and_end(work: Callable[[], Any], target: int) -> NoReturn:
    """In the copy: the answer, and nothing of what else this process would do at its end."""
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        answer = pickle.dumps(_guarded(work))
        with os.fdopen(target, "wb") as stream:
            stream.write(answer)
    finally:
        os._exit(0)


def _read_within(source: int, seconds: float) -> bytes:
    """All that comes through a pipe until it is closed, in a time."""
    parts: list[bytes] = []
    end = time.monotonic() + seconds
    while select.select([source], [], [], max(0.0, end - time.monotonic()))[0]:
        part = os.read(source, 1 << 16)
        if not part:
            if not parts:
                raise EOFError
            return b"".join(parts)
        parts.append(part)
    raise EOFError


@final
class _Server:
    """The child and the way to it."""

    def __init__(self, *, is_bound: bool = False, imports: tuple[str, ...] = ()) -> None:
        self.is_child = False
        self._is_bound = is_bound  # to the thread that asks: it ends with it
        self._imports = imports  # modules of a bound one, before it is asked anything
        self.forget()

    def forget(self) -> None:
        """Without a child: at the beginning, and in a fork, to which the child does not belong."""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._counted = 0.0  # seconds of its processor that are counted as spent
        self._errors = -1

    def asked(self, request: Any) -> Any:
        with self._lock:
            return _opened(self._answer(request))

    def heard(self, request: Any) -> str:
        with self._lock:
            self._answer(request)
            return self._words().strip()

    def _answer(self, request: Any) -> Answer:
        self.send(request)
        return self.received()

    def send(self, request: Any) -> None:
        """A request, whose answer is to be received before another one."""
        message = pickle.dumps(request)
        process = self.started()
        os.ftruncate(self._errors, 0)
        with self._ending(process):
            _sent(process, message)

    def received(self) -> Answer:
        """The answer to the request that was sent."""
        process = self.started()
        with self._ending(process):
            found: Answer = pickle.loads(_answered(process))
        self._counted += found[2]
        spent(found[2])
        return found

    @contextmanager
    def _ending(self, process: "subprocess.Popen[bytes]") -> Iterator[None]:
        """Ends the child where no answer of its will be read."""
        try:
            yield
        except (OSError, EOFError):
            self.close()
            raise Died(_reason(self._words(), process.returncode)) from None
        except BaseException:  # an interrupt: the answer to this request is nobody's
            self.close()
            raise

    def started(self) -> "subprocess.Popen[bytes]":
        """The process, which may be starting still."""
        if self._process is not None:
            return self._process
        import subprocess  # rarely needed, and part of the time to the first gradient

        if self._errors < 0:
            self._errors = _scratch()
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "ribozyme.backend.child",
                *([str(os.getpid())] * self._is_bound),
                *self._imports,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                "RIBOZYME_TIMES": "",  # this process counts the time it waits
            },
            start_new_session=True,  # an interrupt at the terminal is for this process to see
        )
        return self._process

    def _words(self) -> str:
        size = os.fstat(self._errors).st_size
        return os.pread(self._errors, min(size, 1 << 20), 0).decode("utf-8", "replace")

    def close(self) -> None:
        """End the child."""
        process, self._process = self._process, None
        if process is None or process.stdin is None or process.stdout is None:
            return
        process.kill()
        process.wait()
        spent(-self._counted)  # which the system counts now that it has ended
        self._counted = 0.0
        process.stdout.close()
        with suppress(OSError):  # what it did not read
            process.stdin.close()


@final
class Helper:
    """A child that works beside this process."""

    def __init__(self) -> None:
        self._server = _Server(is_bound=True, imports=("ribozyme.backend.target",))
        self._server.started()

    def begin(self, work: Callable[..., Any], *args: Any) -> None:
        """Call a function of a module there."""
        self._server.send((work, args, {}))

    def result(self) -> Any:
        """What the function gives, once it does; what it raises is raised here."""
        return _opened(self._server.received())

    def close(self) -> None:
        """End it, whatever it does."""
        self._server.close()


_server: Final = _Server()
atexit.register(_server.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_server.forget)


def _scratch() -> int:
    """A file without a name, appended to."""
    if hasattr(os, "memfd_create"):
        found: int = os.memfd_create("ribozyme", os.MFD_CLOEXEC)
        return found
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _sent(process: "subprocess.Popen[bytes]", message: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(_SIZE.pack(len(message)))
    process.stdin.write(message)
    process.stdin.flush()


def _answered(process: "subprocess.Popen[bytes]") -> bytes:
    assert process.stdout is not None
    return _message(process.stdout)


def _message(stream: Any) -> bytes:
    head = stream.read(_SIZE.size)
    if len(head) < _SIZE.size:
        raise EOFError
    (size,) = _SIZE.unpack(head)
    found: bytes = stream.read(size)
    if len(found) < size:
        raise EOFError
    return found


def _opened(answer: Answer) -> Any:
    good, value, _ = answer
    if not good:
        raise value
    return value


def _reason(said: str, status: int) -> str:
    """The line of LLVM's last words that says what is wrong."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    for line in lines:
        if "Assertion `" in line:
            return line[line.index("Assertion `") :][:200]
        if "error" in line.lower():
            return line[:300]
    if status < 0:
        return f"{lines[0][:300]} (signal {-status})" if lines else f"signal {-status} ended it"
    return f"it ended with status {status}"


# ---- in the child --------------------------------------------------------------------------------


def main() -> None:
    from ribozyme.backend.child import _server as own  # this file runs under another name

    own.is_child = True
    if sys.argv[1:]:
        _end_with(int(sys.argv[1]))
    for module in sys.argv[2:]:
        import_module(module)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what LLVM prints is no answer
    os.set_inheritable(2, True)
    while True:
        try:
            request = _message(sys.stdin.buffer)
        except EOFError:
            return
        answer = pickle.dumps(_result(request))
        answers.write(_SIZE.pack(len(answer)))
        answers.write(answer)
        answers.flush()


def _end_with(other: int) -> None:
    """End when the thread ends that started this process, however it does: what is run here may
    never return, and nobody would read its answer."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != other:  # before it was asked
            os._exit(1)


def _result(request: bytes) -> Answer:
    def work() -> Any:
        function, args, kwargs = pickle.loads(request)
        return function(*args, **kwargs)

    return _guarded(work)


def _guarded(work: Callable[[], Any]) -> Answer:
    """Whether a work went well, what comes of it, and its seconds of the processor."""
    start = time.process_time()
    good, value = _tried(work)
    return good, value, time.process_time() - start


def _tried(work: Callable[[], Any]) -> tuple[bool, Any]:
    try:
        return True, work()
    except Error as refused:
        return False, refused
    except Exception as mistake:
        return False, error("RZ901", f"{type(mistake).__name__}: {mistake}")


if __name__ == "__main__":
    main()
