"""Functions known to carry no derivative, by name or pattern.

Data flow decides first: a call that reads nothing varied or writes nothing useful is inactive
whatever its name.  These lists are for bodies nobody can see: a program may define a `time` or a
`div` of its own.  `INACTIVE` changes no float its
caller differentiates; `OVERWRITING` stores values from outside (input, random numbers) through its
pointer arguments: what lay there before is gone, and with it its derivative; `MIRRORED` is
structural (links a tree, moves a pointer along) and is called once more on the shadows.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.base.record import record
from ribozyme.rules.expr import words

__all__ = [
    "BITS_IN",
    "FAMILIES",
    "INACTIVE",
    "INACTIVE_GLOBS",
    "INSIDE",
    "LARGEST",
    "MIRRORED",
    "MIRRORED_GLOBS",
    "OVERWRITING",
    "PATTERNS",
    "RECEIVED",
    "Received",
]

_STDIO: Final = words(
    "printf fprintf vprintf vfprintf dprintf vdprintf sprintf snprintf vsprintf vsnprintf asprintf "
    "vasprintf __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk __sprintf_chk "
    "__snprintf_chk __vsprintf_chk __vsnprintf_chk __asprintf_chk puts fputs putchar putc fputc "
    "putchar_unlocked putc_unlocked fputs_unlocked fwrite fwrite_unlocked perror fflush fopen "
    "fopen64 fdopen freopen fclose fseek ftell fseeko ftello rewind feof ferror clearerr fileno "
    "setbuf setvbuf getchar getc fgetc ungetc fgets gets getline getdelim remove rename tmpfile "
    "tmpnam write open open64 creat close lseek lseek64 dup dup2 pipe isatty access unlink mkdir "
    "rmdir stat fstat lstat opendir readdir closedir ioctl fcntl fsync _IO_putc _IO_getc "
    "__overflow __uflow"
)
_STRINGS: Final = words(
    "strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strcpy strncpy strcat strncat "
    "stpcpy stpncpy strchr strrchr strstr strpbrk strspn strcspn strtok strtok_r strdup strndup "
    "strerror strerror_r strsignal strxfrm memcmp bcmp memchr memrchr rawmemchr memmem wcslen "
    "wcscmp wmemcmp wcscpy wmemchr __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk "
    "__stpcpy_chk atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof strtold "
    "__isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull isalpha isdigit isalnum "
    "isspace isupper islower ispunct isprint iscntrl isgraph isxdigit toupper tolower "
    "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc mbstowcs wcstombs mbtowc wctomb mbrtowc "
    "wcrtomb mblen mbrlen btowc wctob"
)
_SYSTEM: Final = words(
    "time clock clock_gettime clock_getres gettimeofday difftime mktime localtime localtime_r "
    "gmtime gmtime_r strftime asctime ctime nanosleep sleep usleep times getrusage rand srand "
    "rand_r random srandom drand48 srand48 lrand48 mrand48 erand48 getrandom arc4random getenv "
    "secure_getenv setenv unsetenv putenv system abort exit _exit _Exit quick_exit atexit "
    "__assert_fail __assert_rtn __assert __errno_location __error raise kill getpid getppid "
    "getuid getcwd sysconf getpagesize gethostname setlocale localeconv newlocale uselocale "
    "freelocale nl_langinfo sched_yield syscall backtrace backtrace_symbols backtrace_symbols_fd "
    "__stack_chk_fail __stack_chk_guard abs labs llabs div ldiv lldiv ffs ffsl ffsll "
    "malloc_usable_size malloc_trim mallopt dl_iterate_phdr dladdr pthread_self "
    "pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_unlock "
    "pthread_mutex_trylock __popcountdi2 __popcountsi2 __clzdi2 __clzsi2 __ctzdi2 __ctzsi2 "
    "__udivti3 __umodti3 __divti3 __modti3 __muloti4 __mulodi4"
)
_FLOAT_TESTS: Final = words(
    "isnan isinf isfinite finite signbit fpclassify ilogb llogb lround llround lrint llrint nan "
    "__isnan __isinf __finite __signbit __fpclassify issignaling __issignaling __iseqsig "
    "nans totalorder totalordermag fromfp fromfpx ufromfp ufromfpx"
)
_FLOAT_STATE: Final = words(
    "fegetround fesetround feclearexcept feraiseexcept fetestexcept fegetenv fesetenv feholdexcept "
    "feupdateenv feenableexcept fedisableexcept fegetexcept fegetexceptflag fesetexceptflag"
)
_CXX_ABI: Final = words(
    "__cxa_guard_acquire __cxa_guard_release __cxa_guard_abort __cxa_atexit __cxa_thread_atexit "
    "__cxa_finalize __cxa_pure_virtual __cxa_deleted_virtual __cxa_throw __cxa_rethrow "
    "__cxa_allocate_exception __cxa_free_exception __cxa_begin_catch __cxa_end_catch "
    "__cxa_get_exception_ptr __cxa_throw_bad_array_new_length __cxa_bad_cast __cxa_bad_typeid "
    "__cxa_call_unexpected __cxa_demangle __cxa_init_primary_exception __gxx_personality_v0 "
    "__clang_call_terminate _Unwind_Resume _ZSt9terminatev __dynamic_cast __rust_probestack "
    "__rust_no_alloc_shim_is_unstable __rust_no_alloc_shim_is_unstable_v2 rust_eh_personality "
    "rust_begin_unwind"
)
_TAPE: Final = words(
    "rz.arena.init rz.arena.free rz.tape.mark rz.tape.release rz.throw rz.tree.colours "
    "rz.extents.lent"
)

LARGEST: Final = frozenset(
    f"{head}i{type}amax{tail}"
    for head, tails in (("cblas_", ("", "64_")), ("", ("", "_", "_64_")))
    for type in "sdcz"
    for tail in tails
)
"""The index of the largest element of a vector."""

FAMILIES: Final = {
    "stdio and files": _STDIO,
    "strings": _STRINGS,
    "time, random numbers, processes, threads, integer helpers": _SYSTEM,
    "classification and rounding to integers": frozenset(
        name + suffix for name in _FLOAT_TESTS for suffix in ("", "f", "l", "f128")
    ),
    "the floating-point environment": _FLOAT_STATE,
    "the C++ ABI": _CXX_ABI,
}
"""The names by what they are about; a page and a test go through them."""

INACTIVE: Final = _TAPE.union(LARGEST, *FAMILIES.values())

_INTRINSICS: Final = words(
    "llvm.lifetime.* llvm.invariant.* llvm.assume llvm.dbg.* llvm.donothing llvm.expect.* "
    "llvm.expect.with.probability.* llvm.is.constant.* llvm.objectsize.* llvm.trap llvm.debugtrap "
    "llvm.ubsantrap llvm.prefetch.* llvm.sideeffect llvm.var.annotation* llvm.codeview.annotation "
    "llvm.experimental.noalias.scope.decl llvm.eh.typeid.for* llvm.pseudoprobe llvm.type.test "
    "llvm.public.type.test llvm.allow.*.check llvm.stacksave* llvm.stackrestore* "
    "llvm.returnaddress* llvm.frameaddress* llvm.addressofreturnaddress* llvm.sponentry* "
    "llvm.readcyclecounter llvm.readsteadycounter llvm.vscale.* llvm.fake.use llvm.clear_cache "
    "llvm.ctpop.* llvm.ctlz.* llvm.cttz.* llvm.bitreverse.* llvm.bswap.* llvm.fshl.* llvm.fshr.* "
    "llvm.abs.* llvm.smax.* llvm.smin.* llvm.umax.* llvm.umin.* llvm.scmp.* llvm.ucmp.* "
    "llvm.*.with.overflow.* llvm.sadd.sat.* llvm.uadd.sat.* llvm.ssub.sat.* llvm.usub.sat.* "
    "llvm.sshl.sat.* llvm.ushl.sat.* llvm.smul.fix* llvm.umul.fix* llvm.sdiv.fix* llvm.udiv.fix* "
    "llvm.fptosi.sat.* llvm.fptoui.sat.* llvm.lround.* llvm.llround.* llvm.lrint.* llvm.llrint.* "
    "llvm.is.fpclass.* llvm.get.rounding llvm.set.rounding llvm.get.fpenv.* llvm.set.fpenv.* "
    "llvm.reset.fpenv llvm.get.fpmode.* llvm.set.fpmode.* llvm.vector.reduce.add.* "
    "llvm.vector.reduce.mul.* llvm.vector.reduce.and.* llvm.vector.reduce.or.* "
    "llvm.vector.reduce.xor.* llvm.vector.reduce.smax.* llvm.vector.reduce.smin.* "
    "llvm.vector.reduce.umax.* llvm.vector.reduce.umin.* llvm.get.active.lane.mask.* "
    "llvm.stepvector.* llvm.loop.decrement* llvm.start.loop.iterations.* llvm.test.start.loop*"
)
BITS_IN: Final = (
    "llvm.fshl.",
    "llvm.fshr.",
    "llvm.bswap.",
    "llvm.bitreverse.",
    "llvm.ctpop.",
    "llvm.smax.",
    "llvm.smin.",
    "llvm.umax.",
    "llvm.umin.",
    "llvm.abs.",
)
"""Intrinsics whose result is made of the bits of their arguments: a number may go on in them."""

_LIBSTDCXX: Final = words(
    # streams, strings, locale, chrono, hashing, errors, threads' bookkeeping
    "_ZNSo* _ZNKSo* _ZStlsISt11char_traits* _ZStlsIcSt11char_traits* _ZSt4endlI* _ZSt4endsI* "
    "_ZSt5flushI* _ZSt16__ostream_insertI* _ZSt7getlineIc* _ZStrsIcSt11char_traits* _ZSt2wsIc* "
    "_ZStrsISt11char_traitsIc* _ZSt17__istream_extract* _ZNSi3get* _ZNSi7getline* _ZNSi4peekEv "
    "_ZNSi6ignoreE* _ZNSi5ungetEv _ZNSi7putbackEc _ZNSi5tellgEv _ZNSi5seekgE* _ZNKSi6gcountEv "
    "_ZNSt8ios_base* _ZNKSt8ios_base* _ZNSt9basic_iosI* _ZNKSt9basic_iosI* "
    "_ZNSt6locale* _ZNKSt6locale* "
    "_ZNSt7__cxx1112basic_string* _ZNKSt7__cxx1112basic_string* _ZNSs* _ZNKSs* "
    "_ZNSt7__cxx1119basic_ostringstream* _ZNSt7__cxx1118basic_stringstream* "
    "_ZNSt7__cxx1119basic_istringstream* _ZNKSt7__cxx1119basic_istringstream* "
    "_ZNSt14basic_ifstream* _ZNKSt14basic_ifstream* "
    "_ZNSt7__cxx1115basic_stringbuf* _ZNKSt7__cxx1119basic_ostringstream* "
    "_ZNKSt7__cxx1118basic_stringstream* _ZNSt14basic_ofstream* _ZNKSt14basic_ofstream* "
    "_ZNSt13basic_filebuf* _ZNSt13basic_fstream* _ZNSt15basic_streambuf* _ZNKSt5ctype* "
    "_ZNSt6chrono3_V2*clock3nowEv _ZNSt13random_device* _ZSt11_Hash_bytes* _ZSt15_Fnv_hash_bytes* "
    "_ZNKSt8__detail20_Prime_rehash_policy* _ZNSt8__detail20_Prime_rehash_policy* _ZSt*__throw_* "
    "_ZSt24__throw_out_of_range_fmtPKcz _ZSt16__throw_bad_castv _ZNSt9exception* "
    "_ZNKSt9exception* _ZNSt12out_of_range* _ZNSt11logic_error* _ZNSt13runtime_error* "
    "_ZNSt16invalid_argument* _ZNSt12length_error* _ZNSt12domain_error* _ZNSt11range_error* "
    "_ZNKSt13runtime_error* _ZNKSt11logic_error* _ZNSt9bad_alloc* _ZNSt15__exception_ptr* "
    "_ZSt18uncaught_exceptionv _ZSt19uncaught_exceptionsv "
    "_ZN9__gnu_cxx27__verbose_terminate_handlerEv _ZNSt6thread20hardware_concurrencyEv "
    "_ZSt21__glibcxx_assert_fail* _ZNSaIcE* _ZNSaIwE*"
)
_LIBCXX: Final = words(
    "_ZNSt3__113basic_ostream* _ZNKSt3__113basic_ostream* _ZNSt3__1ls*char_traits* _ZNSt3__14endl* "
    "_ZNSt3__14ends* _ZNSt3__15flush* _ZNSt3__116__pad_and_output* "
    "_ZNSt3__113basic_istreamI*3get* _ZNSt3__113basic_istreamI*7getline* "
    "_ZNSt3__113basic_istreamI*4peekEv "
    "_ZNSt3__113basic_istreamI*6ignoreE* _ZNSt3__113basic_istreamI*5ungetEv "
    "_ZNSt3__113basic_istreamI*7putbackEc _ZNSt3__113basic_istreamI*5tellgEv "
    "_ZNSt3__113basic_istreamI*5seekgE* _ZNSt3__113basic_istreamI*[CD][0-2]* "
    "_ZNSt3__113basic_istreamI*6sentry* _ZNKSt3__113basic_istream* "
    "_ZNSt3__114basic_iostream* _ZNSt3__17getline*Ic* _ZNSt3__1rs*Ic* _ZNSt3__12ws*Ic* "
    "_ZNSt3__124__put_character_sequence* _ZNSt3__18ios_base* _ZNKSt3__18ios_base* "
    "_ZNSt3__19basic_ios* _ZNKSt3__19basic_ios* _ZNSt3__16locale* _ZNKSt3__16locale* "
    "_ZNSt3__112basic_string* _ZNKSt3__112basic_string* _ZNSt3__115basic_stringbuf* "
    "_ZNKSt3__115basic_stringbuf* _ZNSt3__119basic_ostringstream* "
    "_ZNKSt3__119basic_ostringstream* _ZNSt3__119basic_istringstream* "
    "_ZNKSt3__119basic_istringstream* _ZNSt3__118basic_stringstream* "
    "_ZNKSt3__118basic_stringstream* _ZNSt3__114basic_ofstream* _ZNKSt3__114basic_ofstream* "
    "_ZNSt3__114basic_ifstream* _ZNKSt3__114basic_ifstream* _ZNSt3__113basic_fstream* "
    "_ZNKSt3__113basic_fstream* _ZNSt3__113basic_filebuf* _ZNKSt3__113basic_filebuf* "
    "_ZNSt3__115basic_streambuf* _ZNKSt3__115basic_streambuf* _ZNSt3__15ctype* _ZNKSt3__15ctype* "
    "_ZNSt3__16chrono*clock3nowEv _ZNSt3__113random_device* _ZNSt3__112__next_prime* "
    "_ZNSt3__113__hash_memory* _ZNSt3__1*__throw_* _ZNSt3__19to_string* "
    "_ZNSt20bad_array_new_length* _ZNSt18bad_variant_access* _ZNSt19bad_optional_access* "
    "_ZNSt8bad_cast* _ZNSt3__117bad_function_call* _ZNSt3__112bad_weak_ptr* "
    "_ZNSt3__14sto?E* _ZNSt3__15sto??E* _ZNSt3__16stoullE* "
    "_ZNSt3__15mutex* _ZNSt3__122__libcpp_verbose_abort* _ZNSt3__118condition_variable*"
)
ISTREAM: Final = "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE"
"""How the names of libc++'s members begin that read from a stream."""

# What writes numbers as text into memory is not listed: text is parsed again where nobody sees it.
_RUST: Final = words(
    "_ZN3std2io5stdio* _ZN4core9panicking* _ZN3std9panicking* "
    "_ZN5alloc5alloc18handle_alloc_error* _ZN5alloc7raw_vec* _ZN4core5slice5index* "
    "_ZN4core6option13unwrap_failed* _ZN4core6result13unwrap_failed* _ZN3std4time* "
    "_RN*4core9panicking* _RN*3std2io5stdio* _RN*3std9panicking* _RN*5alloc*handle_alloc_error* "
    "_RN*5alloc7raw_vec*handle_error _RN*5alloc7raw_vec*capacity_overflow "
    "_RN*4core5slice5index*_fail _RN*4core6option*failed _RN*4core6result*unwrap_failed"
)
_SANITIZER: Final = words("__sanitizer_* __asan_* __ubsan_* __tsan_* __msan_* __gcov_* __llvm_*")

# Numbers that are read are constants: text that was made of others is refused (`checks/text`).
_FORTRAN: Final = words(
    "_FortranAioBeginExternalListInput _FortranAioBeginExternalFormattedInput "
    "_FortranAioBeginUnformattedInput _FortranAioBeginInternalListInput "
    "_FortranAioBeginInternalFormattedInput _FortranAioBeginInternalArrayListInput "
    "_FortranAioBeginInternalArrayFormattedInput "
    "_FortranAioBeginExternalListOutput _FortranAioBeginExternalFormattedOutput "
    "_FortranAioBeginUnformattedOutput _FortranAioBeginInternalListOutput "
    "_FortranAioBeginInternalFormattedOutput _FortranAioBeginInternalArrayListOutput "
    "_FortranAioBeginInternalArrayFormattedOutput _FortranAioBeginOpenUnit "
    "_FortranAioBeginOpenNewUnit _FortranAioBeginClose _FortranAioBeginFlush "
    "_FortranAioBeginRewind _FortranAioBeginBackspace _FortranAioBeginEndfile "
    "_FortranAioOutput* _FortranAioSet* _FortranAioEnableHandlers _FortranAioEndIoStatement "
    "_FortranAioGetNewUnit _FortranAStopStatement* _FortranAReportFatalUserError "
    "_FortranAPauseStatement* _FortranACpuTime _FortranASystemClock* _FortranADateAndTime "
    "_FortranAFlush _FortranAProgramStart _FortranAProgramEndStatement _FortranAIrand "
    "_FortranARandomInit _FortranARandomSeed* _FortranACommandArgumentCount "
    "_FortranACharacterCompareScalar* _FortranALenTrim* _FortranAIndex* _FortranAScan* "
    "_FortranAVerify* _FortranAIsPresent _FortranASpacing* _FortranAExponent* rz.fortran.*"
)

# What Zig's library has for messages, as the front end calls it (`base.sealed`).
_ZIG: Final = words("zig$*")

# Ends of a program by a check that failed: front ends call them.
_STOPS: Final = words("rz.stop.*")

# Functions a program declared inactive are called by these names while it is differentiated.
_DECLARED: Final = words("rz.inactive.*")

# Tests in guards of a derivative that is differentiated again (`backend.passes.settle`).
_GUARDS: Final = words("rz.lost.*")

PATTERNS: Final = {
    "LLVM intrinsics": _INTRINSICS,
    "libstdc++: streams, strings, locales, clocks, hashing, exceptions": _LIBSTDCXX,
    "libc++: the same": _LIBCXX,
    "Rust's printing and panics": _RUST,
    "Fortran's output, clock and ends of the program": _FORTRAN,
    "checks of the program that failed": _STOPS,
    "sanitizers and coverage": _SANITIZER,
}

INACTIVE_GLOBS: Final = _DECLARED.union(_GUARDS, _ZIG, *PATTERNS.values())

INSIDE: Final = words(
    "strcpy strncpy strcat strncat stpcpy stpncpy __strcpy_chk __strncpy_chk __strcat_chk "
    "__strncat_chk __stpcpy_chk strchr strrchr strstr strpbrk memchr memrchr rawmemchr memmem "
    "fgets wcscpy wmemchr __dynamic_cast"
)
"""What they return is an address in the object that their first argument points into, or none."""

_HANDLES: Final = ("_FortranAioBegin", "fopen", "freopen", "fdopen", "fmemopen", "open_memstream")


def is_handle(name: str) -> bool:
    """Whether a function returns what only functions of its own library follow: a stream, or a
    statement of input and output. It keeps addresses that it is given, and holds no numbers.
    """
    return name.startswith(_HANDLES)


NOTING: Final = words("atexit at_quick_exit on_exit __cxa_atexit __cxa_thread_atexit")
"""What is to be done at the end of the program is noted; nothing is touched now."""

EXTRACTING: Final = (("_ZNSi10_M_extractI", "EERSiRT_"), ("_ZNSirsER", ""), (f"{ISTREAM}rsER", ""))
"""How the names of functions begin and end that read a number from a stream; its type's letter is
between."""

OVERWRITING: Final = words(
    "scanf fscanf sscanf vscanf vfscanf vsscanf __isoc99_scanf __isoc99_fscanf __isoc99_sscanf "
    "__isoc99_vscanf __isoc99_vfscanf __isoc99_vsscanf __isoc23_scanf __isoc23_fscanf "
    "__isoc23_sscanf fread fread_unlocked __fread_chk read pread pread64 __read_chk readv recv "
    "getloadavg drand48_r erand48_r getentropy "
    "_ZNSi4readEPcl"
).union(
    (f"{ISTREAM}4readEPcl",),
    (f"{head}{letter}{tail}" for letter in "bstijlmxyfde" for head, tail in EXTRACTING),
)


@final
@record
class Received:
    """How much a function stores that comes from outside: `bytes` times the arguments `counts`,
    where argument `place` points. With `told` its result says how much came, which may be less:
    a count that takes the place of the last argument, or a negative number for nothing."""

    place: int
    bytes: int = 1
    counts: tuple[int, ...] = ()
    told: bool = False


RECEIVED: Final = {
    "fread": Received(0, counts=(1, 2), told=True),
    "fread_unlocked": Received(0, counts=(1, 2), told=True),
    "read": Received(1, counts=(2,), told=True),
    "pread": Received(1, counts=(2,), told=True),
    "pread64": Received(1, counts=(2,), told=True),
    "recv": Received(1, counts=(2,), told=True),
    "getentropy": Received(0, counts=(1,)),
    "drand48_r": Received(1, 8),
    "erand48_r": Received(2, 8),
    "_ZNSi10_M_extractIdEERSiRT_": Received(1, 8),
    "_ZNSi10_M_extractIfEERSiRT_": Received(1, 4),
    "_ZNSirsERd": Received(1, 8),
    "_ZNSirsERf": Received(1, 4),
    f"{ISTREAM}rsERd": Received(1, 8),
    f"{ISTREAM}rsERf": Received(1, 4),
}

MIRRORED: Final = words(
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ "
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_ "
    "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base "
    "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base "
    "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base "
    "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base "
    "_ZNSt8__detail15_List_node_base7_M_hookEPS0_ _ZNSt8__detail15_List_node_base9_M_unhookEv "
    "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ "
    "_ZNSt8__detail15_List_node_base10_M_reverseEv _ZNSt8__detail15_List_node_base4swapERS0_S1_"
)
COLOURED: Final = {
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_": (2, 3),
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_": (0, 1),
    "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base": (0, 0),
    "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base": (0, 0),
}
"""Those of them that read the colours of nodes: the arguments of the first node and the last."""
MIRRORED_GLOBS: Final = words(
    "llvm.launder.invariant.group.* llvm.strip.invariant.group.* llvm.threadlocal.address* "
    "llvm.ptrmask.* llvm.ptr.annotation.* llvm.ssa.copy.* llvm.preserve.*.access.index*"
)
