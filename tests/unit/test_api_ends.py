"""Programs that would end the process: the call ends, and Python goes on."""

import os
import threading

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string>
#include <vector>
static double deep(double x, int n) {
    std::vector<double> held(20, x);
    if (n == 0) { if (x < 0) exit(3); return sqrt(x); }
    return deep(held[n % 20], n - 1) * 1.5;
}
extern "C" {
double leaves(double x) { std::string s(100, 'a'); return deep(x, 5) + (double)s.size(); }
double aborts(double x) { if (x < 0) abort(); return sqrt(x); }
double asserts(double x) { assert(x >= 0); return sqrt(x); }
double throws(double x) { if (x < 0) throw 3; return sqrt(x); }
double texts(double x) { if (x < 0) throw std::string("x"); return sqrt(x); }
double stops(const double *x, int n) {
    double s = 1;
    for (int i = 0; i < n; i++) {
        if (x[i] < 0) exit(EXIT_FAILURE);
        s *= sin(x[i]) * s;
    }
    return s;
}
}
"""
SAID = {
    "leaves": "it calls exit(3)",
    "aborts": "it calls abort",
    "asserts": "an assertion fails",
    "throws": "a C++ value of type 'int'",
    "texts": "a C++ value of type 'std::string'",
}


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE, lang="c++")


@pytest.mark.parametrize("name", SAID)
def test_a_call_and_its_derivatives_end_and_can_be_made_again(lib: rz.Library, name: str) -> None:
    f = lib[name]
    factor = 1.5**5 if name == "leaves" else 1
    for call in (
        f,
        rz.grad(f),
        lambda x: rz.jvp(f, (x,), (1.0,)),
        lambda x: rz.vmap(f)(np.array([1.0, x])),
    ):
        with pytest.raises(rz.RunError, match="RZ604") as problem:
            call(-1.0)
        assert SAID[name] in str(problem.value)
    assert rz.grad(f)(4.0) == 0.25 * factor


def test_a_check_says_the_line(lib: rz.Library) -> None:
    with pytest.raises(rz.RunError, match=r"RZ607.*it calls exit\(3\)") as problem:
        rz.check(lib.leaves, -1.0)
    assert problem.value.location is not None
    assert problem.value.location.line == 9


def test_threads_end_their_own_calls(lib: rz.Library) -> None:
    slope, at = rz.grad(lib.stops, wrt="x"), np.array([1.0, 2.0, 3.0])
    wanted, wrong = slope(at, 3), []

    def work() -> None:
        for _ in range(100):
            try:
                slope(np.array([1.0, 2.0, -3.0]), 3)
                wrong.append("no error")
            except rz.RunError:
                if not np.array_equal(slope(at, 3), wanted):
                    wrong.append("another gradient")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_process_that_the_program_forked_ends() -> None:
    lib = rz.compile("""
        #include <stdlib.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int children(void) {
            int status = 0;
            pid_t child = fork();
            if (child == 0) exit(7);
            waitpid(child, &status, 0);
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
    """)
    mine = os.getpid()
    assert lib.children() == 7
    assert os.getpid() == mine


@pytest.mark.parametrize(("name", "n"), [("dot", 5), ("fixed", 0), ("put", 4)])
def test_a_check_says_where_an_array_ends_too_early(name: str, n: int) -> None:
    lib = rz.compile("""
        double dot(const double *x, int n) {
            double s = 0;
            for (int i = 0; i < n; i++)
                s += x[i] * x[i];
            return s;
        }
        double fixed(const double x[4], int n) {
            return x[n] *
                x[3];
        }
        void put(double *x, int n) {
            for (int i = 1; i < n; i++)
                x[i] = x[i - 1] * x[0];
        }
    """)
    x = np.array([1.0, 2.0, 3.0])
    with pytest.raises(rz.RunError, match=rf"RZ607.*'{name}' reaches for x\[3\]"):
        rz.check(lib[name], x, n)
    assert rz.check(lib.dot, x, 3)
