/* Dispatcher kernels through libtorch's C interface.
 *
 * The stack holds the inputs, the words, then two numbers: which inputs have the batch's dimensions
 * in front (a bit each), and how many dimensions those are. Outputs take the place of the inputs.
 */
extern void aoti_torch_check(_Bool, const char *, const char *, uint32_t, const char *);

void rz_torch_call(uint64_t *stack, const operation *op, adaptor *run)
{
    int64_t call[call_words(op)];
    tensor made[op->outputs];
    char report[REPORT], text[REPORT + 200];
    report[0] = text[0] = 0; /* not all of it: that is what a small call costs */
    frame f;
    f.op = op, f.stack = stack;
    f.batched = (int64_t)stack[op->inputs + op->words];
    f.lead = (int64_t)stack[op->inputs + op->words + 1];
    const char *wrong = entered(&f, call, made);
    if (wrong) {
        say(text, sizeof text, wrong);
        say(text, sizeof text, " (in ");
        say(text, sizeof text, op->name);
        say(text, sizeof text, ")");
    } else {
        int status = run(call, report);
        if (status)
            explain(text, sizeof text, op, status, report);
    }
    for (int64_t i = 0; i < op->inputs; i++)
        aoti_torch_delete_tensor_object((tensor)stack[i]);
    if (text[0]) {
        dropped(op, made);
        aoti_torch_check(0, op->name, "ribozyme", 0, text);
    }
    for (int64_t j = 0; j < op->outputs; j++)
        stack[j] = (uint64_t)made[j];
}
