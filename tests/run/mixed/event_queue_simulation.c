// A discrete-event simulation: a heap of events with active times and integer kinds.
// rz: double simulate(const double service[6] in 0.3..0.6, const double gap[6] in 0.1..0.5)
#include <string.h>

struct event {
    double time;
    int kind, customer;
};
struct queue {
    struct event e[32];
    int n;
};

static void push(struct queue *q, struct event e)
{
    int i = q->n++;
    while (i > 0 && q->e[(i - 1) / 2].time > e.time) {
        q->e[i] = q->e[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    q->e[i] = e;
}

static struct event pop(struct queue *q)
{
    struct event top = q->e[0], last = q->e[--q->n];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= q->n)
            break;
        if (c + 1 < q->n && q->e[c + 1].time < q->e[c].time)
            c++;
        if (q->e[c].time >= last.time)
            break;
        q->e[i] = q->e[c];
        i = c;
    }
    q->e[i] = last;
    return top;
}

double simulate(const double *service, const double *gap)
{
    struct queue q;
    memset(&q, 0, sizeof q);
    double t = 0.0, free_at = 0.0, waited = 0.1;
    for (int c = 0; c < 6; c++) {
        t += gap[c];
        push(&q, (struct event){t, 0, c});
    }
    while (q.n > 0) {
        struct event e = pop(&q);
        if (e.kind == 0) {
            double begin = e.time > free_at ? e.time : free_at;
            waited += (begin - e.time) * (begin - e.time) + 0.01 * begin;
            free_at = begin + service[e.customer];
            push(&q, (struct event){free_at, 1, e.customer});
        } else
            waited += 0.1 * e.time * service[e.customer];
    }
    return waited;
}
