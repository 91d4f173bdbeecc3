define internal { double } @rz.0.f.g.aug(ptr %0, ptr %1, ptr %2, ptr %3) mustprogress {
prologue:
  br label %4

4:
  %v = load double, ptr %0, align 8, !alias.scope !4, !noalias !5
  store double %v, ptr %2, align 8, !alias.scope !6, !noalias !7
  %w = fmul double %v, %v
  br label %end

end:
  %5 = insertvalue { double } poison, double %w, 0
  ret { double } %5
}

define internal void @rz.0.f.g.rev(ptr %0, ptr %1, double %2, ptr %3, ptr %4) mustprogress {
prologue:
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %3, align 8, !alias.scope !12, !noalias !13
  %6 = fmul double %5, %2
  %7 = fmul double %5, %2
  %8 = fadd reassoc nsz contract double %6, %7
  %9 = load double, ptr %1, align 8, !alias.scope !14, !noalias !15
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %1, align 8, !alias.scope !14, !noalias !15
  br label %done

done:
  ret void
}

define void @f_grad(ptr %0, ptr %1, double %2) mustprogress personality ptr @__gcc_personality_v0 {
prologue:
  %3 = alloca [16 x i8], align 16
  %arena = alloca [64 x i8], align 64
  call void @rz.arena.init(ptr %arena)
  br label %4

4:
  %5 = invoke { double } @rz.0.f.g.aug(ptr %0, ptr %1, ptr %3, ptr %arena)
          to label %12 unwind label %10

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  %6 = fmul double %13, %2
  %7 = fmul double %13, %2
  %8 = fadd reassoc nsz contract double %6, %7
  %9 = load double, ptr %1, align 8, !alias.scope !22, !noalias !23
  store double 0.000000e+00, ptr %1, align 8, !alias.scope !22, !noalias !23
  invoke void @rz.0.f.g.rev(ptr %0, ptr %1, double %8, ptr %3, ptr %arena)
          to label %14 unwind label %10

done:
  call void @rz.arena.free(ptr %arena)
  ret void

10:
  %11 = landingpad { ptr, i32 }
          cleanup
  call void @rz.arena.free(ptr %arena)
  resume { ptr, i32 } %11

12:
  %13 = extractvalue { double } %5, 0
  store double 0.000000e+00, ptr %0, align 8, !alias.scope !20, !noalias !21
  %w = fmul double %13, %13
  br label %turn

14:
  br label %done
}
