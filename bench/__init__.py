"""The benchmark suite: published problems, measured against their primal, by-hand adjoints, peers.

python -m bench                 everything; writes bench/results/
python -m bench gmm --quick     one problem, small sizes, under a minute
python -m bench compile         how the compiler itself grows with the program
python -m bench overhead        what one call costs, first calls, speed of the parser
python -m bench memory          gradients within a budget for the tape, at full size
python -m bench algebra         gradients through BLAS and LAPACK, in the library's own time
"""
