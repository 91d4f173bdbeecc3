define void @f_grad(ptr %0, ptr %1) mustprogress {
prologue:
  %2 = alloca <2 x double>, align 16
  %3 = alloca <2 x double>, align 16
  br label %4

4:
  %v = load <2 x double>, ptr %0, align 16, !alias.scope !4, !noalias !5
  store <2 x double> %v, ptr %2, align 16, !alias.scope !6, !noalias !7
  %e = extractelement <2 x double> %v, i64 0
  %w = insertelement <2 x double> %v, double %e, i64 1
  store <2 x double> %w, ptr %3, align 16, !alias.scope !6, !noalias !7
  %m = fmul <2 x double> %v, %w
  store <2 x double> %m, ptr %0, align 16, !alias.scope !4, !noalias !5
  br label %turn

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load <2 x double>, ptr %1, align 16, !alias.scope !8, !noalias !9
  store <2 x double> zeroinitializer, ptr %1, align 16, !alias.scope !8, !noalias !9
  %6 = load <2 x double>, ptr %3, align 16, !alias.scope !6, !noalias !7
  %7 = fmul <2 x double> %6, %5
  %8 = load <2 x double>, ptr %2, align 16, !alias.scope !6, !noalias !7
  %9 = fmul <2 x double> %8, %5
  %10 = extractelement <2 x double> %9, i64 1
  %11 = insertelement <2 x double> %9, double 0.000000e+00, i64 1
  %12 = fadd reassoc nsz contract <2 x double> %7, %11
  %13 = insertelement <2 x double> zeroinitializer, double %10, i64 0
  %14 = fadd reassoc nsz contract <2 x double> %12, %13
  %15 = load <2 x double>, ptr %1, align 16, !alias.scope !8, !noalias !9
  %16 = fadd reassoc nsz contract <2 x double> %15, %14
  store <2 x double> %16, ptr %1, align 16, !alias.scope !8, !noalias !9
  br label %done

done:
  ret void
}
