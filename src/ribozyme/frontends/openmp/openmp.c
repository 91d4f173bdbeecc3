/* Ribozyme's run time of OpenMP: teams of threads, worksharing, synchronisation and omp_ routines.

   clang and flang lower OpenMP to calls of __kmpc_ functions. Those that AD has to understand are
   rewritten to a few functions named rz_omp_ (backend/passes/openmp.ll); both are defined here.

     team      n threads that run one region; a thread's number in it is its logical number.
     region    rz_omp_run(body, data, n, events) calls body(data, number) in each of n threads.
     event     entering or leaving a critical section. A team numbers its events in the order in
               which they happen, and rz_omp_turn waits until one is the last that is not undone:
               so a reverse sweep passes through critical sections in the opposite order.
     reduction the threads combine their parts in the order of their numbers, so that sums of a
               static schedule are the same in every run.
     private sum
               what a thread adds to memory that others add to: sums.h.
     failure   a thread that a derivative's trap leaves (rz_omp_failed) ends its team: the others
               leave by an exception at their next wait, and rz_omp_run throws what was thrown
               first.

   A team always has as many threads as it was asked for, since the reverse sweep wants the team of
   the forward sweep. The workers that a thread forks a team with are its crew. They are kept, and
   have the same numbers in its next team: so each finds its threadprivate variables again, and the
   reverse sweep those of the forward sweep. After fork() the child has none. */

#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "team.h"
#include "sums.h"
#include "crews.h"
#include "regions.h"
#include "waits.h"
#include "schedules.h"
#include "dispatch.h"
#include "calls.h"
#include "routines.h"
