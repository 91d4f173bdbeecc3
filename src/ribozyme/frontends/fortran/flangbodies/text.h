/* Text of one byte for each character. */

PRIVATE byte *text_made(descriptor *to, size length) {
    to->length = length;
    to->version = VERSION;
    to->rank = 0;
    to->type = CHARACTER;
    to->attribute = ALLOCATABLE;
    to->extra = 0;
    byte *made = malloc(length ? length : 1);
    to->base = made;
    return made;
}

PRIVATE size trimmed(const byte *text, size length) {
    while (length && text[length - 1] == ' ') length--;
    return length;
}

PRIVATE size indented(const byte *text, size length) {
    size n = 0;
    while (n < length && text[n] == ' ') n++;
    return n;
}

INLINED void _FortranATrim(descriptor *to, const descriptor *from, const char *file, int line) {
    size length = trimmed(from->base, from->length);
    __builtin_memcpy(text_made(to, length), from->base, length);
}

INLINED void _FortranARepeat(descriptor *to, const descriptor *from, index copies, const char *file,
                             int line) {
    size length = from->length;
    byte *made = text_made(to, copies > 0 ? copies * length : 0);
    for (index k = 0; k < copies; k++) __builtin_memcpy(made + k * length, from->base, length);
}

INLINED void _FortranAAdjustl(descriptor *to, const descriptor *from, const char *file, int line) {
    byte *made = shaped(to, from);
    size length = from->length;
    index n = count(from);
    for (index k = 0; k < n; k++) {
        const byte *text = element(from, k);
        size start = indented(text, length);
        put_text(made + k * length, length, text + start, length - start);
    }
}

INLINED void _FortranAAdjustr(descriptor *to, const descriptor *from, const char *file, int line) {
    byte *made = shaped(to, from);
    size length = from->length;
    index n = count(from);
    for (index k = 0; k < n; k++) {
        const byte *text = element(from, k);
        size kept = trimmed(text, length), start = length - kept;
        __builtin_memset(made + k * length, ' ', start);
        __builtin_memcpy(made + k * length + start, text, kept);
    }
}

/* `to` is an accumulator: text is put behind its own. */
INLINED void _FortranACharacterConcatenate(descriptor *to, const descriptor *from, const char *file,
                                           int line) {
    const descriptor *like = from->rank > to->rank ? from : to;
    size mine = to->length, more = from->length;
    index n = count(like);
    byte *old = to->base, *made = malloc(n > 0 && mine + more ? n * (mine + more) : 1);
    for (index k = 0; k < n; k++) {
        byte *at = made + k * (mine + more);
        __builtin_memcpy(at, to->rank ? element(to, k) : old, mine);
        __builtin_memcpy(at + mine, from->rank ? element(from, k) : from->base, more);
    }
    int rank = like->rank;
    to->length = mine + more;
    to->rank = rank;
    for (int k = 0; k < rank; k++) extent(to, k, like->dim[k].extent);
    to->base = made;
    if (old) free(old);
}

INLINED void _FortranACharacterConcatenateScalar1(descriptor *to, const byte *from, size more) {
    size mine = to->length;
    byte *old = to->base, *made = malloc(mine + more ? mine + more : 1);
    __builtin_memcpy(made, old, mine);
    __builtin_memcpy(made + mine, from, more);
    to->length = mine + more;
    to->base = made;
    if (old) free(old);
}

INLINED size _FortranACharacterAppend1(byte *to, size room, size offset, const byte *from,
                                       size length) {
    size n = room - offset < length ? room - offset : length;
    __builtin_memcpy(to + offset, from, n);
    return offset + n;
}

INLINED void _FortranACharacterPad1(byte *to, size room, size offset) {
    if (room > offset) __builtin_memset(to + offset, ' ', room - offset);
}
