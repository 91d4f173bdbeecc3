/* `reduce` with a function of the program's own, and `transfer`. */

#define TAKES_Ref(T) const T *
#define TAKES_Value(T) T
#define GIVES_Ref(v) &v
#define GIVES_Value(v) v

#define COMBINED(T, N, HOW)                                                                        \
    PRIVATE T combined##N##HOW(const descriptor *x, T (*op)(TAKES_##HOW(T), TAKES_##HOW(T)),       \
                               lines l, index at, const descriptor *mask, const T *identity,       \
                               const char *file, int line) {                                       \
        T found = 0;                                                                               \
        int began = 0;                                                                             \
        for (index n = 0; n < l.along; n++) {                                                      \
            index k = on_line(l, at, n);                                                           \
            if (!chosen(mask, k)) continue;                                                        \
            T v = *(const T *)element(x, k);                                                       \
            found = began ? op(GIVES_##HOW(found), GIVES_##HOW(v)) : v;                            \
            began = 1;                                                                             \
        }                                                                                          \
        if (began) return found;                                                                   \
        if (!identity)                                                                             \
            _FortranAReportFatalUserError("REDUCE: nothing is chosen, and there is no IDENTITY=",  \
                                          file, line);                                             \
        return *identity;                                                                          \
    }                                                                                              \
    INLINED T _FortranAReduce##N##HOW(const descriptor *x,                                         \
                                      T (*op)(TAKES_##HOW(T), TAKES_##HOW(T)), const char *file,   \
                                      int line, int dim, const descriptor *mask,                   \
                                      const T *identity, _Bool ordered) {                          \
        lines all = {1, count(x)};                                                                 \
        return combined##N##HOW(x, op, all, 0, mask, identity, file, line);                        \
    }                                                                                              \
    INLINED void _FortranAReduce##N##Dim##HOW(                                                     \
        descriptor *to, const descriptor *x, T (*op)(TAKES_##HOW(T), TAKES_##HOW(T)),              \
        const char *file, int line, int dim, const descriptor *mask, const T *identity,            \
        _Bool ordered) {                                                                           \
        lines l = lines_of(x, dim);                                                                \
        T *made = (T *)without(to, x, dim, x->type, x->length);                                    \
        index n = count(to);                                                                       \
        for (index k = 0; k < n; k++)                                                              \
            made[k] = combined##N##HOW(x, op, l, k, mask, identity, file, line);                   \
    }

#define COMBINES(T, N) COMBINED(T, N, Ref) COMBINED(T, N, Value)
REAL_AND_INTEGER(COMBINES)

/* The bits of `from` as so many elements like `mold`; bytes that nothing is given for are zero. */
PRIVATE void transferred(descriptor *to, const descriptor *from, const descriptor *mold, int rank,
                         size elements, const char *file, int line) {
    plain(from, file, line);
    plain(mold, file, line);
    describe(to, mold, rank);
    if (rank) extent(to, 0, elements);
    size room = elements * mold->length, each = from->length, done = 0;
    byte *made = malloc(room ? room : 1);
    to->base = made;
    index n = count(from);
    for (index k = 0; k < n && done < room; k++) {
        size part = room - done < each ? room - done : each;
        if (part == each) move(from->type, each, made + done, element(from, k));
        else __builtin_memcpy(made + done, element(from, k), part);
        done += part;
    }
    if (done < room) __builtin_memset(made + done, 0, room - done);
}

INLINED void _FortranATransfer(descriptor *to, const descriptor *from, const descriptor *mold,
                               const char *file, int line) {
    size all = count(from) * from->length, each = mold->length;
    size elements = !mold->rank ? 1 : each ? (all + each - 1) / each : 0;
    transferred(to, from, mold, mold->rank != 0, elements, file, line);
}

INLINED void _FortranATransferSize(descriptor *to, const descriptor *from, const descriptor *mold,
                                   const char *file, int line, index elements) {
    transferred(to, from, mold, 1, elements > 0 ? elements : 0, file, line);
}
