; {double, ptr, i32, padding} copied whole, and walked
define double @f(ptr %list, ptr %out) {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %list, i64 24, i1 false), !tbaa.struct !0
  br label %loop

loop:
  %node = phi ptr [ %list, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.000000e+00, %entry ], [ %more, %loop ]
  %v = load double, ptr %node, align 8
  %more = fadd double %sum, %v
  %link = getelementptr inbounds i8, ptr %node, i64 8
  %next = load ptr, ptr %link, align 8
  %end = icmp eq ptr %next, null
  br i1 %end, label %done, label %loop

done:
  ret double %more
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{i64 0, i64 8, !1, i64 8, i64 8, !2, i64 16, i64 4, !3}
!1 = !{!4, !4, i64 0}
!2 = !{!5, !5, i64 0}
!3 = !{!6, !6, i64 0}
!4 = !{!"double", !7, i64 0}
!5 = !{!"any pointer", !7, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}

; types
; types of @f
;   %list → {0: double, 8: pointer × 8, 16: integer × 4, 20: padding × 4} every 24
;   %out → {0: double, 8: pointer × 8, 16: integer × 4, 20: padding × 4} every 24
;   %node → {0: double, 8: pointer × 8, 16: integer × 4, 20: padding × 4} every 24
;   %link → {0: pointer × 8, 8: integer × 4, 12: padding × 4} every 16
;   %next → {0: double, 8: pointer × 8} every 16
;   %end: {0: integer × 1}
