source_filename = "odd\22x.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
module asm ".globl x"
module asm "x: .byte \22a\22"
%op = type opaque
%0 = type { i32, %1 }
%1 = type <{ i8, i64 }>
$c = comdat any
$"weird c" = comdat nodeduplicate
@g1 = thread_local(initialexec) global i32 0, comdat($c), align 4
@g2 = weak_odr hidden unnamed_addr addrspace(3) externally_initialized constant [2 x i32] undef, section "foo", partition "p", align 16, no_sanitize_address
@g3 = internal global i32 0, code_model "large", !dbg !0
@g4 = external dllimport global i32
@g5 = extern_weak global ptr
@g6 = common dso_local local_unnamed_addr global i64 0, align 8
@g7 = appending global [1 x ptr] [ptr @f1], section "llvm.metadata"
@g8 = global ptr blockaddress(@f2, %bb2)
@g9 = external global i32
@g10 = global ptr ptrauth (ptr @f1, i32 2, i64 1234)
@g11 = global i64 0 #5
@g12 = global %0 { i32 1, %1 <{ i8 2, i64 3 }> }, sanitize_memtag
@g13 = global <4 x ptr> getelementptr (i8, <4 x ptr> zeroinitializer, <4 x i64> <i64 1, i64 2, i64 3, i64 4>)
@g14 = global [2 x [2 x half]] [[2 x half] [half 0xH3C00, half 0xH0000], [2 x half] zeroinitializer]
@g15 = global <2 x i64> <i64 ptrtoint (ptr @f1 to i64), i64 undef>
@c = global i32 1, comdat
@ali = weak alias i32, ptr @g1
@ali2 = thread_local alias i32, ptr @g1, partition "q"
@ifn = ifunc i32 (), ptr @resolver
define ptr @resolver() {
 ret ptr null
}
declare void @f1()
define void @f2(ptr %b, ptr inalloca({ i32 }) %a) gc "shadow-stack" prefix i32 123 prologue i8 42 personality ptr @pers {
entry:
  indirectbr ptr blockaddress(@f2, %bb2), [label %bb2, label %bb3]
bb2:
  br label %bb3
bb3:
  ret void
}
declare i32 @pers(...)
define i32 @va(i32 %n, ...) "foo" "bar"="baz\22" alignstack(16) nounwind memory(argmem: readwrite, inaccessiblemem: read) {
  %1 = alloca ptr, align 8
  %x = va_arg ptr %1, i32
  %r = musttail call i32 (i32, ...) @va(i32 %x, ...)
  ret i32 %r
}
define i32 @atom(ptr %p, ptr addrspace(1) %q, i32 %v) {
  %a = load atomic volatile i32, ptr %p syncscope("singlethread") acquire, align 4
  store atomic i32 %a, ptr addrspace(1) %q release, align 4
  %b = cmpxchg weak volatile ptr %p, i32 %a, i32 %v syncscope("agent") acq_rel monotonic, align 4
  %c = extractvalue { i32, i1 } %b, 0
  %d = atomicrmw volatile umax ptr %p, i32 %c seq_cst, align 4
  %e = atomicrmw fadd ptr %p, float 1.0 syncscope("x") monotonic, align 4
  fence syncscope("singlethread") seq_cst
  fence acquire
  %f = atomicrmw uinc_wrap ptr %p, i32 4 monotonic, align 4, !foo.bar !5
  ret i32 %d
}
define void @asmgoto(i32 %x) {
  callbr void asm sideeffect alignstack inteldialect "nop; # $0", "r,!i,!i,~{dirflag}"(i32 %x) #1 to label %a [label %b, label %c]
a:
  call void asm "", ""()
  ret void
b:
  ret void
c:
  unreachable
}
define void @win() personality ptr @pers {
  invoke void @f1() to label %ok unwind label %cs
ok:
  ret void
cs:
  %s = catchswitch within none [label %h1, label %h2] unwind label %cl
h1:
  %p1 = catchpad within %s [ptr null, i32 64, ptr null]
  call void @f1() [ "funclet"(token %p1), "deopt"(i32 1, ptr null) ]
  catchret from %p1 to label %ok
h2:
  %p2 = catchpad within %s []
  catchret from %p2 to label %ok
cl:
  %c = cleanuppad within none []
  cleanupret from %c unwind to caller
}
define void @itanium() personality ptr @pers {
  %r = invoke noundef i32 (i32, ...) @va(i32 1, i32 2) #1 [ "x"() ]
          to label %ok unwind label %lp
ok:
  ret void
lp:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @g3
          filter [1 x ptr] [ptr @g3]
  resume { ptr, i32 } %l
}
define <vscale x 4 x float> @sv(<vscale x 4 x float> %x, <4 x i32> %y) vscale_range(1,16) {
  %a = shufflevector <vscale x 4 x float> %x, <vscale x 4 x float> poison, <vscale x 4 x i32> zeroinitializer
  %b = shufflevector <4 x i32> %y, <4 x i32> poison, <8 x i32> <i32 0, i32 poison, i32 2, i32 3, i32 poison, i32 1, i32 0, i32 0>
  %c = shufflevector <4 x i32> %y, <4 x i32> %y, <2 x i32> poison
  %d = shufflevector <4 x i32> %y, <4 x i32> %y, <2 x i32> splat (i32 3)
  %e = extractelement <4 x i32> %y, i32 1
  %f = insertelement <4 x i32> %y, i32 %e, i64 2
  %g = icmp samesign ult <4 x i32> %f, %y
  %h = select <4 x i1> %g, <4 x i32> %y, <4 x i32> splat (i32 7)
  %i = freeze <4 x i32> %h
  ret <vscale x 4 x float> %a
}
define fastcc void @misc(ptr byval(%0) align 8 %p, ptr sret(%0) %q, i32 range(i32 0, 10) %r, ptr initializes((0, 4), (8, 12)) %s, ptr dead_on_return %t, ptr nest %u) #2 {
  %a = alloca inalloca i32, align 4
  %b = alloca i32, i64 4, align 16, addrspace(5)
  %c = or disjoint i32 %r, 1
  %d = trunc nuw nsw i32 %c to i8
  %e = zext nneg i8 %d to i32
  %f = uitofp nneg i32 %e to double
  %g = fneg nnan double %f
  %h = fptrunc fast double %g to float
  %i = getelementptr nusw nuw i8, ptr %p, i64 3
  %j = getelementptr inbounds %0, ptr %p, i32 0, i32 1, i32 1
  %k = call cc 42 addrspace(0) i32 @va2(i32 %c, ptr noalias @g3)
  %l = notail call fast nofpclass(inf) double @llvm.sin.f64(double %f)
  %m = ptrtoaddr ptr %p to i64
  %n = addrspacecast ptr %p to ptr addrspace(3)
  %o = call ptr addrspace(3) %p(ptr noundef %p, [2 x i32] [i32 1, i32 2], { i32, ptr } { i32 1, ptr @g3 }, ptr align 4 @g1, ptr getelementptr (i8, ptr @g3, i64 2))
  switch i8 %d, label %x [
  ]
x:
  switch i8 %d, label %y [
    i8 -1, label %y
    i8 3, label %y
  ], !prof !6
y:
  ret void
}
declare i32 @va2(i32, ptr)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare i1 @llvm.type.test(ptr, metadata)
define double @sfp(double %x) strictfp {
 %r = call double @llvm.experimental.constrained.fadd.f64(double %x, double 1.0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
 %q = call i1 @llvm.type.test(ptr null, metadata !5)
 ret double %r
}
declare double @llvm.sin.f64(double)
define double @dbg(double %x) !dbg !10 {
    #dbg_value(double %x, !13, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 32), !14)
    #dbg_value(!DIArgList(double %x, i64 %z), !13, !DIExpression(DW_OP_LLVM_arg, 0), !14)
    #dbg_declare(ptr poison, !13, !DIExpression(), !14)
    #dbg_assign(double %x, !13, !DIExpression(), !16, ptr undef, !DIExpression(), !14)
    #dbg_label(!17, !14)
    #dbg_value(!{}, !13, !DIExpression(), !14)
  %z = fptosi double %x to i64, !dbg !14
  ret double %x, !dbg !14
}
attributes #1 = { nounwind willreturn }
attributes #2 = { alwaysinline "k"="v" allocsize(2) allockind("alloc,zeroed") uwtable(sync) }
attributes #5 = { "bss-section"="x" }
!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!9}
!na\2Bme = !{!5, !6}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "g3, \22(x)\22", scope: !8, file: !2, line: 1, type: !3, isLocal: true, isDefinition: true, annotations: !18)
!2 = !DIFile(filename: "o.c", directory: "/d", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DISubrange(count: 3, lowerBound: -1)
!5 = !{!"a, b", null, i32 3, ptr @g3, double 1.5, !{}, !"q\22", <2 x i32> <i32 1, i32 2>}
!6 = !{!"branch_weights", i32 1, i32 2, i32 3}
!7 = !{i64 0, i64 10}
!8 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !19, globals: !20, nameTableKind: None)
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 3, type: !11, unit: !8, spFlags: DISPFlagDefinition | DISPFlagOptimized, flags: DIFlagPrototyped | DIFlagNoReturn, retainedNodes: !21)
!11 = !DISubroutineType(types: !12)
!12 = !{null, !3}
!13 = !DILocalVariable(name: "x", arg: 1, scope: !10, file: !2, line: 3, type: !22)
!14 = !DILocation(line: 3, column: 4, scope: !10)
!16 = distinct !DIAssignID()
!17 = !DILabel(scope: !10, name: "l", file: !2, line: 3)
!18 = !{!23}
!19 = !{!24}
!20 = !{!0}
!21 = !{!13, !17}
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, size: 96, elements: !25)
!23 = !{!"btf", !"x"}
!24 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", file: !2, elements: !26)
!25 = !{!4}
!26 = !{!27}
!27 = !DIEnumerator(name: "A", value: -5)
!28 = !DITemplateValueParameter(name: "v", type: !3, value: i32 7)
!29 = !GenericDINode(tag: DW_TAG_namespace, header: "x\00y", operands: {!1, !2, null})
!keep = !{!28, !29}
