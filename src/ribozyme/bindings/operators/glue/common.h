/* What a framework's glue knows of an operation; adaptor.py has the other side of both. */
#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t dtype; /* the framework's number for it */
    int64_t size;  /* bytes of an element */
    int64_t like;  /* an input of the same shape, or -1 */
    int64_t word;  /* the word that has the number of elements, or -1: one number */
} port;

typedef struct {
    int64_t inputs, outputs, words;
    const char *name;
    port ports[]; /* of the inputs, then of the outputs */
} operation;

typedef int adaptor(int64_t *call, char *report);

enum { REPORT = 512, HEAD = 2, PER_TENSOR = 3, RANK = 64 };

static inline int64_t call_words(const operation *op)
{
    return HEAD + PER_TENSOR * (op->inputs + op->outputs) + op->words;
}

/* A tensor's entry in a call: one item of `bytes` bytes, or the same for all items. */
static inline void enter(int64_t *call, int64_t tensor, const void *data, int64_t bytes, int shared)
{
    int64_t *entry = call + HEAD + PER_TENSOR * tensor;
    entry[0] = (int64_t)data;
    entry[1] = shared ? 0 : bytes;
    entry[2] = bytes;
}

/* Append text, cut where there is no more room. */
static inline void say(char *text, size_t room, const char *more)
{
    size_t at = 0;
    while (text[at])
        at++;
    while (*more && at + 1 < room)
        text[at++] = *more++;
    text[at] = 0;
}

/* What was thrown, as the message of an exception. */
static inline void explain(char *text, size_t room, const operation *op, int status,
                           const char *report)
{
    text[0] = 0;
    say(text, room, status == 1 ? "RZ603: " : "RZ604: ");
    if (status == -1)
        say(text, room, "the program threw an exception: ");
    if (status == -2)
        say(text, room, "the program threw a C++ value of type ");
    if (status < -2)
        say(text, room, "the program threw an exception of another language");
    else
        say(text, room, report);
    say(text, room, " (in ");
    say(text, room, op->name);
    say(text, room, ")");
}
