/* ALLOCATE, DEALLOCATE, MOVE_ALLOC; pointers and what they are associated with. */

enum { NOT_THERE = 1, THERE = 2 }; /* statuses that a program can only compare with zero */

PRIVATE int failed(int status, _Bool has_status, const char *what, const char *file, int line) {
    if (!has_status) _FortranAReportFatalUserError(what, file, line);
    return status;
}

PRIVATE void laid_out(descriptor *d) {
    index stride = d->length;
    for (int k = 0; k < d->rank; k++) {
        d->dim[k].stride = stride;
        stride *= d->dim[k].extent;
    }
}

/* New memory for an array, its objects initialised. What the descriptor says is read before: the
   memory is not known to be another. */
PRIVATE byte *fresh(descriptor *d) {
    laid_out(d);
    elements e = elements_of(d, d);
    index n = count(d);
    byte *made = malloc(n > 0 ? n * e.length : 1);
    for (index k = 0; k < n; k++) element_initialized(e, made + k * e.length);
    d->base = made;
    return made;
}

PRIVATE void made_of(descriptor *d, int category, int kind, int rank, int attribute) {
    static const byte codes[6][17] = {
        {[1] = INT8, [2] = INT16, [4] = INT32, [8] = INT64}, {0},
        {[4] = FLOAT, [8] = DOUBLE}, {[4] = COMPLEX4, [8] = COMPLEX8},
        {[1] = CHARACTER}, {[1] = BOOL, [2] = LOGICAL16, [4] = LOGICAL32, [8] = LOGICAL64},
    };
    d->base = 0;
    d->length = category == 3 ? 2 * kind : kind;
    d->version = VERSION;
    d->rank = rank;
    d->type = codes[category][kind];
    d->attribute = attribute;
    d->extra = 0;
}

PRIVATE void bounds(descriptor *d, int k, index lower, index upper) {
    d->dim[k].lower = lower;
    d->dim[k].extent = upper >= lower ? upper - lower + 1 : 0;
    d->dim[k].stride = k == 0 ? (index)d->length : d->dim[k - 1].stride * d->dim[k - 1].extent;
}

INLINED void _FortranAAllocatableInitIntrinsicForAllocate(descriptor *d, int category, int kind,
                                                          int rank, int corank) {
    if (!d->base) made_of(d, category, kind, rank, ALLOCATABLE);
}

INLINED void _FortranAAllocatableInitIntrinsic(descriptor *d, int category, int kind, int rank,
                                               int corank) {
    made_of(d, category, kind, rank, ALLOCATABLE);
}

INLINED void _FortranAAllocatableInitCharacterForAllocate(descriptor *d, index length, int kind,
                                                          int rank, int corank) {
    if (d->base) return;
    made_of(d, 4, kind, rank, ALLOCATABLE);
    d->length = length * kind;
}

INLINED void _FortranAAllocatableInitDerivedForAllocate(descriptor *d, const void *type, int rank,
                                                        int corank) {
    if (d->base) return;
    d->length = size_of(type);
    added(d)->type = type;
}

INLINED void _FortranAAllocatableSetBounds(descriptor *d, int k, index lower, index upper) {
    bounds(d, k, lower, upper);
}

INLINED void _FortranAAllocatableApplyMold(descriptor *d, const descriptor *mold, int rank) {
    if (d->base) return;
    int attribute = d->attribute;
    describe(d, mold, rank);
    d->attribute = attribute;
    for (int k = 0; k < rank; k++) d->dim[k] = mold->dim[k];
    d->base = 0;
}

INLINED int _FortranAAllocatableAllocate(descriptor *d, index *async, _Bool has_status,
                                         const descriptor *message, const char *file, int line,
                                         void *copy) {
    if (d->base) return failed(THERE, has_status, "ALLOCATE of what is allocated", file, line);
    fresh(d);
    return 0;
}

INLINED int _FortranAAllocatableAllocateSource(descriptor *d, const descriptor *source,
                                               _Bool has_status, const descriptor *message,
                                               const char *file, int line) {
    if (d->base) return failed(THERE, has_status, "ALLOCATE of what is allocated", file, line);
    for (int k = 0; k < d->rank; k++)
        if (source->rank && d->dim[k].extent != source->dim[k].extent)
            bounds(d, k, 1, source->dim[k].extent);
    int rank = source->rank;
    elements e = elements_of(d, source);
    const byte *from = source->base;
    index n = count(d);
    byte *made = fresh(d);
    for (index k = 0; k < n; k++)
        element_assigned(e, made + k * e.length, rank ? element_in(source, rank, k) : from);
    return 0;
}

PRIVATE void given_back(descriptor *d) {
    elements_destroyed(d);
    free(d->base);
    d->base = 0;
}

INLINED int _FortranAAllocatableDeallocate(descriptor *d, _Bool has_status,
                                           const descriptor *message, const char *file, int line) {
    if (!d->base) return failed(NOT_THERE, has_status, "DEALLOCATE of nothing", file, line);
    elements_finalized(d);
    given_back(d);
    return 0;
}

INLINED void _FortranAAllocatableDeallocateNoFinal(descriptor *d, const char *file, int line) {
    if (d->base) given_back(d);
}

INLINED int _FortranAAllocatableDeallocatePolymorphic(descriptor *d, const void *type,
                                                      _Bool has_status, const descriptor *message,
                                                      const char *file, int line) {
    int status = _FortranAAllocatableDeallocate(d, has_status, message, file, line);
    if (type && (d->extra & 1)) added(d)->type = type;
    return status;
}

INLINED int _FortranAMoveAlloc(descriptor *to, descriptor *from, const void *type,
                               _Bool has_status, const descriptor *message, const char *file,
                               int line) {
    if (to == from) return 0;
    if (to->base) _FortranAAllocatableDeallocate(to, 1, 0, file, line);
    if (from->base) {
        for (int k = 0; k < from->rank; k++) to->dim[k] = from->dim[k];
        to->length = from->length;
        if (from->extra & 1) added(to)->type = added(from)->type;
        to->base = from->base;
        from->base = 0;
    }
    if (type && (from->extra & 1)) added(from)->type = type;
    return 0;
}

/* ---- pointers ---------------------------------------------------------------------------------- */

INLINED void _FortranAPointerNullifyIntrinsic(descriptor *d, int category, int kind, int rank,
                                              int corank) {
    made_of(d, category, kind, rank, POINTER);
}

INLINED void _FortranAPointerNullifyCharacter(descriptor *d, index length, int kind, int rank,
                                              int corank) {
    made_of(d, 4, kind, rank, POINTER);
    d->length = length * kind;
}

INLINED void _FortranAPointerNullifyDerived(descriptor *d, const void *type, int rank, int corank) {
    d->base = 0;
    d->length = size_of(type);
    added(d)->type = type;
}

INLINED void _FortranAPointerSetBounds(descriptor *d, int k, index lower, index upper) {
    bounds(d, k, lower, upper);
}

INLINED void _FortranAPointerApplyMold(descriptor *d, const descriptor *mold, int rank) {
    describe(d, mold, rank);
    d->attribute = POINTER;
    for (int k = 0; k < rank; k++) d->dim[k] = mold->dim[k];
    d->base = 0;
}

INLINED int _FortranAPointerAllocate(descriptor *d, _Bool has_status, const descriptor *message,
                                     const char *file, int line, void *copy) {
    fresh(d);
    return 0;
}

INLINED int _FortranAPointerAllocateSource(descriptor *d, const descriptor *source,
                                           _Bool has_status, const descriptor *message,
                                           const char *file, int line) {
    d->base = 0;
    return _FortranAAllocatableAllocateSource(d, source, has_status, message, file, line);
}

INLINED int _FortranAPointerDeallocate(descriptor *d, _Bool has_status, const descriptor *message,
                                       const char *file, int line) {
    return _FortranAAllocatableDeallocate(d, has_status, message, file, line);
}

INLINED int _FortranAPointerDeallocatePolymorphic(descriptor *d, const void *type,
                                                  _Bool has_status, const descriptor *message,
                                                  const char *file, int line) {
    return _FortranAAllocatableDeallocatePolymorphic(d, type, has_status, message, file, line);
}

INLINED void _FortranAPointerAssociateScalar(descriptor *d, void *target) { d->base = target; }

INLINED void _FortranAPointerAssociate(descriptor *d, const descriptor *target) {
    describe(d, target, target->rank);
    d->attribute = POINTER;
    for (int k = 0; k < target->rank; k++) {
        d->dim[k] = target->dim[k];
        if (target->attribute == 0) d->dim[k].lower = 1;
    }
    d->base = target->base;
}

INLINED void _FortranAPointerAssociateLowerBounds(descriptor *d, const descriptor *target,
                                                  const descriptor *lower) {
    _FortranAPointerAssociate(d, target);
    for (int k = 0; k < target->rank; k++) d->dim[k].lower = integer(lower, k);
}

/* `bounds` has a row for each dimension: lower and upper bound. */
INLINED void _FortranAPointerAssociateRemapping(descriptor *d, const descriptor *target,
                                                const descriptor *given, const char *file,
                                                int line) {
    int rank = given->dim[1].extent;
    describe(d, target, rank);
    d->attribute = POINTER;
    index stride = target->rank == 1 ? target->dim[0].stride : (index)target->length;
    for (int k = 0; k < rank; k++) {
        index low = integer(given, 2 * k), high = integer(given, 2 * k + 1);
        d->dim[k].lower = low;
        d->dim[k].extent = high >= low ? high - low + 1 : 0;
        d->dim[k].stride = stride;
        stride *= d->dim[k].extent;
    }
    d->base = target->base;
}

INLINED void _FortranAPointerAssociateRemappingMonomorphic(descriptor *d, const descriptor *target,
                                                           const descriptor *given,
                                                           const char *file, int line) {
    _FortranAPointerAssociateRemapping(d, target, given, file, line);
}

INLINED _Bool _FortranAPointerIsAssociated(const descriptor *d) { return d->base != 0; }

INLINED _Bool _FortranAPointerIsAssociatedWith(const descriptor *d, const descriptor *target) {
    if (!target) return d->base != 0;
    if (!d->base || d->base != target->base || d->rank != target->rank) return 0;
    for (int k = 0; k < d->rank; k++) {
        if (d->dim[k].extent != target->dim[k].extent) return 0;
        if (d->dim[k].extent != 1 && d->dim[k].stride != target->dim[k].stride) return 0;
        if (d->dim[k].extent == 0) return 0;
    }
    return 1;
}
