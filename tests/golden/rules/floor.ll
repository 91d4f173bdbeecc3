define { double } @p.floor.0.fwd(double %x0, double %x0.dot) {
prologue:
  br label %0

0:
  %r = call double @llvm.floor.f64(double %x0)
  %1 = insertvalue { double } poison, double 0.000000e+00, 0
  ret { double } %1
}

define { double } @p.floor.0.rev(double %0, double %1) mustprogress {
prologue:
  br label %2

2:
  %r = call double @llvm.floor.f64(double %0)
  br label %turn

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  br label %done

done:
  %3 = insertvalue { double } poison, double 0.000000e+00, 0
  ret { double } %3
}
