"""Linear algebra of libraries: derivatives of calls of BLAS and LAPACK, made of calls of the same.

    cblas_dgemm(…)   →   rz.la.gemm.d.c_.x(…)        one form for all conventions, a row says what
                         rz.la.gemm.d.c_.x.push      its tangents are,
                         rz.la.gemm.d.c_.x.aug       what is kept and
                         rz.la.gemm.d.c_.x.pull      what its adjoints are

Before anything is optimised, each routine that a program calls is defined in its module: it hands
its arguments on in one form (`convention`): matrices column by column, flags as letters, numbers
by address. The function of that form, which calls the library, is left as it stands; its
derivatives (`derivatives`) are C text made of its row (`rows`) and compiled. They are functions
like all others and call routines in that form, so they are differentiated again like all others.

Invariant: a row says its differential once; tangents and adjoints are both made of it.
"""
