define { double } @p.fcmp.0.fwd(double %x0, double %x0.dot, double %x1, double %x1.dot) {
prologue:
  br label %0

0:
  %c = fcmp olt double %x0, %x1
  %r = uitofp i1 %c to double
  %1 = insertvalue { double } poison, double 0.000000e+00, 0
  ret { double } %1
}

define { double, double } @p.fcmp.0.rev(double %0, double %1, double %2) mustprogress {
prologue:
  br label %3

3:
  %c = fcmp olt double %0, %1
  %r = uitofp i1 %c to double
  br label %turn

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  br label %done

done:
  %4 = insertvalue { double, double } poison, double 0.000000e+00, 0
  %5 = insertvalue { double, double } %4, double 0.000000e+00, 1
  ret { double, double } %5
}
