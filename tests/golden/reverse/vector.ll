define void @f_grad(ptr %0, ptr %1) mustprogress {
prologue:
  br label %2

2:
  %v = load <2 x double>, ptr %0, align 16, !alias.scope !4, !noalias !5
  %e = extractelement <2 x double> %v, i64 0
  %w = insertelement <2 x double> %v, double %e, i64 1
  %m = fmul <2 x double> %v, %w
  store <2 x double> %m, ptr %0, align 16, !alias.scope !4, !noalias !5
  br label %turn

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  %3 = load <2 x double>, ptr %1, align 16, !alias.scope !6, !noalias !7
  store <2 x double> zeroinitializer, ptr %1, align 16, !alias.scope !6, !noalias !7
  %4 = fmul <2 x double> %w, %3
  %5 = fmul <2 x double> %v, %3
  %6 = extractelement <2 x double> %5, i64 1
  %7 = insertelement <2 x double> %5, double 0.000000e+00, i64 1
  %8 = fadd reassoc nsz contract <2 x double> %4, %7
  %9 = insertelement <2 x double> zeroinitializer, double %6, i64 0
  %10 = fadd reassoc nsz contract <2 x double> %8, %9
  %11 = load <2 x double>, ptr %1, align 16, !alias.scope !6, !noalias !7
  %12 = fadd reassoc nsz contract <2 x double> %11, %10
  store <2 x double> %12, ptr %1, align 16, !alias.scope !6, !noalias !7
  br label %done

done:
  ret void
}
