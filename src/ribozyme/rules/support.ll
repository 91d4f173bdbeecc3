; Functions that derivatives need and no libm has.  Linked into a module that calls one, with
; internal linkage, so that they inline and there is no library to load.
;
;   rz.polygamma.f64(n, x) = the (n+1)-th derivative of log gamma at x; n = 0 is digamma.
;
; Its rule leads to itself (n + 1), so these bodies are never differentiated.  Poles are NaN.

; B(2k) / (2k)!  for k = 1 .. 12
@rz.zeta.terms = internal unnamed_addr constant [12 x double] [
  double 0x3FB5555555555555, double 0xBF56C16C16C16C17, double 0x3F01566ABC011567,
  double 0xBEABBD779334EF0B, double 0x3E566A8F2BF70EBE, double 0xBE022805D644267F,
  double 0x3DAD6DB2C4E09162, double 0xBD57DA4E1F79955C, double 0x3D0355871D652E9E,
  double 0xBCAF57D968CAACF1, double 0x3C5967E1F09C376F, double 0xBC0497D9033A2B5C]

; B(2k) / (2k)  for k = 1 .. 9
@rz.digamma.terms = internal unnamed_addr constant [9 x double] [
  double 0x3FB5555555555555, double 0xBF81111111111111, double 0x3F70410410410410,
  double 0xBF71111111111111, double 0x3F7F07C1F07C1F08, double 0xBF95995995995996,
  double 0x3FB5555555555555, double 0xBFDC5E5E5E5E5E5E, double 0x40086E7F9B9FE6E8]

declare double @llvm.rint.f64(double)
declare double @llvm.log.f64(double)
declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)
declare double @llvm.pow.f64(double, double)

; The Hurwitz zeta function, s >= 2, x > 0: terms up to x >= 9 + s, then Euler-Maclaurin.
define internal double @rz.zeta.f64(double %s, double %x) memory(none) nounwind willreturn {
entry:
  %neg.s = fneg double %s
  %far = fadd double %s, 9.0
  br label %near

near:
  %a = phi double [ %x, %entry ], [ %a.next, %step ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %step ]
  %done = fcmp uge double %a, %far
  br i1 %done, label %tail, label %step

step:
  %power = call double @llvm.pow.f64(double %a, double %neg.s)
  %sum.next = fadd double %sum, %power
  %a.next = fadd double %a, 1.0
  br label %near

tail:
  %last = call double @llvm.pow.f64(double %a, double %neg.s)
  %half = fmul double %last, 5.0e-1
  %s.less = fsub double %s, 1.0
  %less.s = fsub double 1.0, %s
  %scaled = call double @llvm.pow.f64(double %a, double %less.s)
  %integral = fdiv double %scaled, %s.less
  %sum.half = fadd double %sum, %half
  %start = fadd double %sum.half, %integral
  %square = fmul double %a, %a
  %first.up = fmul double %last, %s
  %first = fdiv double %first.up, %a
  br label %series

series:
  %k = phi i64 [ 0, %tail ], [ %k.next, %series ]
  %total = phi double [ %start, %tail ], [ %total.next, %series ]
  %term = phi double [ %first, %tail ], [ %term.next, %series ]
  %at = getelementptr inbounds [12 x double], ptr @rz.zeta.terms, i64 0, i64 %k
  %c = load double, ptr %at
  %part = fmul double %c, %term
  %total.next = fadd double %total, %part
  %k.next = add nuw nsw i64 %k, 1
  %twice = shl nuw nsw i64 %k.next, 1
  %twice.fp = sitofp i64 %twice to double
  %up.b = fadd double %s, %twice.fp
  %up.a = fsub double %up.b, 1.0
  %up = fmul double %up.a, %up.b
  %ratio = fdiv double %up, %square
  %term.next = fmul double %term, %ratio
  %more = icmp ult i64 %k.next, 12
  br i1 %more, label %series, label %exit

exit:
  ret double %total.next
}

; x > 0: upwards to x >= 10, then the asymptotic series.
define internal double @rz.digamma.positive.f64(double %x) memory(none) nounwind willreturn {
entry:
  br label %near

near:
  %a = phi double [ %x, %entry ], [ %a.next, %step ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %step ]
  %done = fcmp uge double %a, 10.0
  br i1 %done, label %tail, label %step

step:
  %inverse = fdiv double 1.0, %a
  %sum.next = fsub double %sum, %inverse
  %a.next = fadd double %a, 1.0
  br label %near

tail:
  %log = call double @llvm.log.f64(double %a)
  %half = fdiv double 5.0e-1, %a
  %square = fmul double %a, %a
  %z = fdiv double 1.0, %square
  br label %series

series:
  %k = phi i64 [ 8, %tail ], [ %k.next, %series ]
  %horner = phi double [ 0.0, %tail ], [ %horner.next, %series ]
  %at = getelementptr inbounds [9 x double], ptr @rz.digamma.terms, i64 0, i64 %k
  %c = load double, ptr %at
  %inner = fadd double %horner, %c
  %horner.next = fmul double %inner, %z
  %k.next = add nsw i64 %k, -1
  %more = icmp sge i64 %k.next, 0
  br i1 %more, label %series, label %exit

exit:
  %main = fsub double %log, %half
  %near.end = fsub double %main, %horner.next
  %total = fadd double %near.end, %sum
  ret double %total
}

define internal double @rz.digamma.f64(double %x) memory(none) nounwind willreturn {
entry:
  %positive = fcmp ugt double %x, 0.0
  br i1 %positive, label %plain, label %reflect

plain:
  %value = call double @rz.digamma.positive.f64(double %x)
  ret double %value

reflect:                                          ; digamma(1 - x) - pi cot(pi x)
  %nearest = call double @llvm.rint.f64(double %x)
  %offset = fsub double %x, %nearest
  %pole = fcmp ueq double %offset, 0.0
  br i1 %pole, label %undefined, label %beside

beside:
  %angle = fmul double %offset, 0x400921FB54442D18
  %sine = call double @llvm.sin.f64(double %angle)
  %cosine = call double @llvm.cos.f64(double %angle)
  %cotangent = fdiv double %cosine, %sine
  %correction = fmul double %cotangent, 0x400921FB54442D18
  %mirrored = fsub double 1.0, %x
  %far = call double @rz.digamma.positive.f64(double %mirrored)
  %reflected = fsub double %far, %correction
  ret double %reflected

undefined:
  ret double 0x7FF8000000000000
}

; zeta(s, x) for any x: below zero the sum over all integers, less those that lie below x.
define internal double @rz.zeta.any.f64(double %s, double %x, double %sign) memory(none) nounwind willreturn {
entry:
  %positive = fcmp ugt double %x, 0.0
  br i1 %positive, label %plain, label %reflect

plain:
  %value = call double @rz.zeta.f64(double %s, double %x)
  ret double %value

reflect:
  %nearest = call double @llvm.rint.f64(double %x)
  %offset = fsub double %x, %nearest
  %pole = fcmp ueq double %offset, 0.0
  br i1 %pole, label %undefined, label %beside

beside:                                           ; the distances to the poles on either side
  %right.of = fcmp ogt double %offset, 0.0
  %offset.up = fadd double %offset, 1.0
  %offset.neg = fneg double %offset
  %offset.down = fsub double 1.0, %offset
  %below = select i1 %right.of, double %offset, double %offset.up
  %above = select i1 %right.of, double %offset.down, double %offset.neg
  %mirrored = fsub double 1.0, %x
  %ups = call double @rz.zeta.f64(double %s, double %below)
  %downs = call double @rz.zeta.f64(double %s, double %above)
  %outside = call double @rz.zeta.f64(double %s, double %mirrored)
  %kept = fsub double %downs, %outside
  %signed = fmul double %sign, %kept
  %all = fadd double %ups, %signed
  ret double %all

undefined:
  ret double 0x7FF8000000000000
}

define internal double @rz.polygamma.f64(i32 %n, double %x) memory(none) nounwind willreturn {
entry:
  switch i32 %n, label %higher [ i32 0, label %zeroth ]

zeroth:
  %digamma = call double @rz.digamma.f64(double %x)
  ret double %digamma

higher:                                           ; (-1)^(n+1) n! zeta(n + 1, x)
  %negative = icmp slt i32 %n, 0
  br i1 %negative, label %undefined, label %factorial

factorial:
  %i = phi i32 [ %n, %higher ], [ %i.next, %factorial ]
  %f = phi double [ 1.0, %higher ], [ %f.next, %factorial ]
  %i.fp = sitofp i32 %i to double
  %f.next = fmul double %f, %i.fp
  %i.next = add nsw i32 %i, -1
  %more = icmp sgt i32 %i.next, 0
  br i1 %more, label %factorial, label %sum

sum:
  %s.int = add nsw i32 %n, 1
  %s = sitofp i32 %s.int to double
  %odd.bit = and i32 %n, 1
  %odd = icmp ne i32 %odd.bit, 0
  %sign = select i1 %odd, double 1.0, double -1.0 ; (-1)^(n+1)
  %zeta = call double @rz.zeta.any.f64(double %s, double %x, double %sign)
  %magnitude = fmul double %f.next, %zeta
  %value = fmul double %sign, %magnitude
  ret double %value

undefined:
  ret double 0x7FF8000000000000
}
