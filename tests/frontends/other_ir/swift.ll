; let box = Box(x * x); box.value * k, in the shape that swiftc -emit-ir prints
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%swift.type = type { i64 }
%swift.refcounted = type { ptr, i64 }
@"$s5model3BoxCN" = internal global [4 x i64] zeroinitializer
declare ptr @swift_allocObject(ptr, i64, i64)
declare ptr @swift_retain(ptr returned)
declare void @swift_release(ptr)
define swiftcc double @"$s5model3BoxC6scaledyS2dF"(double %k, ptr swiftself %self) {
  %p = getelementptr inbounds i8, ptr %self, i64 16
  %v = load double, ptr %p, align 8
  %r = fmul double %v, %k
  ret double %r
}
define swiftcc double @energy(double %x, double %k) {
entry:
  %box = call ptr @swift_allocObject(ptr @"$s5model3BoxCN", i64 24, i64 7)
  %sq = fmul double %x, %x
  %p = getelementptr inbounds i8, ptr %box, i64 16
  store double %sq, ptr %p, align 8
  %again = call ptr @swift_retain(ptr returned %box)
  %r = call swiftcc double @"$s5model3BoxC6scaledyS2dF"(double %k, ptr swiftself %box)
  call void @swift_release(ptr %box)
  call void @swift_release(ptr %box)
  ret double %r
}
