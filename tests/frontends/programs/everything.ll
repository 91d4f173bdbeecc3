; What no front end here writes but LLVM accepts: rare instructions, attributes and spellings.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl from_module_asm"

%opaque = type opaque
%pair = type { i32, double }
%packed = type <{ i8, i64 }>
%"quoted name" = type { ptr, [4 x %pair] }

$group = comdat any
$exact = comdat exactmatch
$largest = comdat largest
$none = comdat nodeduplicate
$size = comdat samesize

@zero = global %pair zeroinitializer, align 8
@split = internal unnamed_addr constant [2 x ptr] [ptr @zero, ptr getelementptr inbounds (%pair, ptr @zero, i64 0, i32 1)]
@ranged = constant ptr getelementptr inbounds nuw inrange(-8, 8) (i8, ptr @zero, i64 8)
@number = global i64 ptrtoint (ptr @zero to i64)
@cast = global ptr addrspace(1) addrspacecast (ptr @zero to ptr addrspace(1))
@grouped = linkonce_odr global i32 1, comdat($group), section "grouped"
@any = weak_odr global i32 2, comdat($exact)
@large = weak global i32 2, comdat($largest)
@alone = global i32 3, comdat($none)
@sized = global i32 4, comdat($size)
@external = external externally_initialized global i32, !dbg !20
@soft = extern_weak global i32
@appended = appending global [1 x ptr] [ptr @zero], section "llvm.metadata"
@tls = thread_local(initialexec) global i32 5
@seen = available_externally global i32 6
@delta = constant i32 trunc (i64 sub (i64 ptrtoint (ptr @zero to i64), i64 ptrtoint (ptr @split to i64)) to i32)
@floats = constant [5 x float] [float 0x7FF8000000000000, float 0xFFF0000000000000, float -0.0, float 1.000000e+00, float 0x36A0000000000000]
@halves = constant <4 x half> <half 0xH3C00, half 0xH7E00, half 0xHFC00, half undef>
@brains = constant [2 x bfloat] [bfloat 0xR3F80, bfloat 0xRFF80]
@tens = constant { x86_fp80, fp128, ppc_fp128 } { x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, ppc_fp128 0xM3FF00000000000000000000000000000 }
@mixed = global <{ i8, [3 x i16], <2 x i1> }> <{ i8 -1, [3 x i16] [i16 1, i16 undef, i16 poison], <2 x i1> <i1 true, i1 false> }>
@text = private constant [6 x i8] c"a\00\22\5Cz\FF"
@"strange \22name\22" = global i8 0
@local = dso_local global ptr dso_local_equivalent @plain
@nocfi = global ptr no_cfi @plain
@label = global ptr blockaddress(@jumps, %second)
@odd = global i37 -5
@twin = alias i32, ptr @grouped
@offset = internal alias double, getelementptr inbounds (%pair, ptr @zero, i32 0, i32 1)
@picked = ifunc double (double), ptr @resolver

declare void @plain() #3
declare i32 @__gxx_personality_v0(...)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare i64 @llvm.read_register.i64(metadata)
declare void @takes(ptr byval(%pair) align 8, ptr sret(%pair) noalias captures(none), ptr inalloca(%pair))
declare void @refs(ptr byref(i32) dereferenceable(4), ptr nest, ptr swiftself, ptr swifterror, ptr swiftasync)
declare nofpclass(nan inf) double @marked(double nofpclass(nzero), i32 range(i32 -4, 9), ptr writable dereferenceable_or_null(16) align 32, ptr initializes((0, 4), (8, 16)), i8 signext, i8 zeroext, ptr dead_on_unwind, i32 inreg) memory(argmem: readwrite, inaccessiblemem: write, errnomem: none)
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare fastcc noundef nonnull align 16 ptr @conventions(ptr returned, i32, ptr captures(address, read_provenance)) allockind("alloc,zeroed") allocsize(1) "alloc-family"="mine" alignstack(16)

define ptr @resolver() {
  ret ptr @fneg
}

define double @fneg(double %x) {
  %a = fneg nnan ninf nsz arcp contract afn reassoc double %x
  %b = frem fast double %a, 0x3FF199999999999A
  ret double %b
}

define i32 @jumps(ptr %to, i32 %x) {
  indirectbr ptr %to, [label %first, label %second]

first:                                            ; preds = %0
  ret i32 0

second:                                           ; preds = %0
  switch i32 %x, label %default [
    i32 1, label %default
    i32 -1, label %other
  ]

other:                                            ; preds = %second
  br label %default

default:                                          ; preds = %other, %second, %second
  %p = phi i32 [ 1, %second ], [ 1, %second ], [ 2, %other ]
  ret i32 %p
}

define i64 @integers(i32 %a, i32 %b) {
  %add = add nuw nsw i32 %a, %b
  %sub = sub nsw i32 %add, 7
  %mul = mul nuw i32 %sub, %b
  %ud = udiv exact i32 %mul, 3
  %sd = sdiv exact i32 %ud, 3
  %ur = urem i32 %sd, %b
  %sr = srem i32 %ur, %b
  %shl = shl nuw nsw i32 %sr, 2
  %lshr = lshr exact i32 %shl, 1
  %ashr = ashr exact i32 %lshr, 1
  %and = and i32 %ashr, %a
  %or = or disjoint i32 %and, 8
  %xor = xor i32 %or, -1
  %c = icmp samesign ult i32 %xor, %a
  %t = trunc nuw nsw i32 %xor to i16
  %z = zext nneg i16 %t to i64
  %s = sext i1 %c to i64
  %u = uitofp nneg i64 %z to double
  %fr = freeze i64 %s
  %sel = select i1 %c, i64 %fr, i64 %z, !prof !1
  %n = fptosi double %u to i64
  %r = xor i64 %sel, %n
  ret i64 %r
}

define { i32, i1 } @atoms(ptr %p, ptr addrspace(1) %g, float %f, ptr %q) {
  %l = load atomic volatile i32, ptr %p syncscope("singlethread") acquire, align 4
  store atomic i32 %l, ptr %p unordered, align 4
  %a = atomicrmw volatile uinc_wrap ptr %p, i32 10 syncscope("agent") monotonic, align 4
  %b = atomicrmw fmaximum ptr %p, float %f acq_rel, align 4
  %b2 = atomicrmw fmin ptr %p, float %f acq_rel, align 4
  %b3 = atomicrmw usub_cond ptr %p, i32 1 release, align 4
  %b4 = atomicrmw usub_sat ptr %p, i32 1 acquire, align 4
  %b5 = atomicrmw udec_wrap ptr %p, i32 1 acquire, align 4
  %c = atomicrmw fadd ptr addrspace(1) %g, <2 x half> splat (half 0xH3C00) seq_cst, align 4
  %d = atomicrmw xchg ptr %p, ptr %q seq_cst, align 8
  %x = cmpxchg weak volatile ptr %p, i32 %a, i32 1 syncscope("wave") acq_rel monotonic, align 4
  fence syncscope("singlethread") release
  ret { i32, i1 } %x
}

define <4 x float> @lanes(<4 x float> %a, <4 x float> %b, i32 %i) {
  %e = extractelement <4 x float> %a, i32 %i
  %n = insertelement <4 x float> poison, float %e, i64 0
  %s = shufflevector <4 x float> %n, <4 x float> %b, <4 x i32> <i32 0, i32 poison, i32 5, i32 0>
  %c = fcmp nnan ueq <4 x float> %s, splat (float 2.000000e+00)
  %d = fcmp uno <4 x float> %s, zeroinitializer
  %k = and <4 x i1> %c, %d
  %r = select reassoc <4 x i1> %k, <4 x float> %a, <4 x float> %s
  ret <4 x float> %r
}

define %pair @aggregates(ptr %p, i64 %i) {
  %v = load %pair, ptr %p, align 8
  %x = extractvalue %pair %v, 1
  %w = insertvalue %pair %v, i32 9, 0
  %w2 = insertvalue %pair %w, double %x, 1
  %g = getelementptr inbounds nuw %"quoted name", ptr @zero, i64 %i, i32 1, i64 2, i32 0
  %v2 = getelementptr i8, ptr %g, <2 x i64> <i64 1, i64 2>
  %al = alloca inalloca %pair, i32 3, align 32
  %as = addrspacecast ptr %al to ptr addrspace(3)
  store i32 1, ptr addrspace(3) %as, align 4, !nontemporal !2
  ret %pair %w2
}

define i32 @variadic(ptr %list, ...) {
  %x = va_arg ptr %list, i32
  ret i32 %x
}

define void @invoked(ptr %p) gc "statepoint-example" personality ptr @__gxx_personality_v0 {
  invoke fastcc void @plain() [ "deopt"(i32 7, ptr %p), "kcfi"(i32 3) ]
          to label %next unwind label %bad

next:                                             ; preds = %0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 5, ptr elementtype(void ()) @plain, i32 0, i32 0, i32 0, i32 0)
  musttail call void @invoked(ptr %p)
  ret void

bad:                                              ; preds = %0
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @zero
          filter [1 x ptr] [ptr @number]
  resume { ptr, i32 } %l
}

define void @calls(ptr %f) {
  tail call void %f() #4, !srcloc !3
  notail call void @llvm.experimental.noalias.scope.decl(metadata !4)
  %a = call i64 asm sideeffect alignstack inteldialect "mov $0, 1", "=r,~{memory}"()
  callbr void asm "", "!i"()
          to label %out [label %out]

out:                                              ; preds = %0, %0
  %r = call i64 @llvm.read_register.i64(metadata !7)
  call addrspace(0) void @"odd \01 name"()
  unreachable
}

declare void @"odd \01 name"()

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %v, i32 %x) vscale_range(1,16) {
  %i = insertelement <vscale x 4 x i32> poison, i32 %x, i64 0
  %s = shufflevector <vscale x 4 x i32> %i, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %r = add <vscale x 4 x i32> %s, %v
  ret <vscale x 4 x i32> %r
}

define target("spirv.Image", void, 1, 0) @extension(target("spirv.Image", void, 1, 0) %x) {
  ret target("spirv.Image", void, 1, 0) %x
}

define internal i128 @tail.part(i128 %0, ptr %1) unnamed_addr #0 align 32 prefix i32 5 prologue i8 -112 !note !8 {
  %3 = load i128, ptr %1, align 16, !range !9, !noundef !10
  %4 = ptrtoint ptr %1 to i64
  %5 = ptrtoaddr ptr %1 to i64
  %6 = add i64 %4, %5
  %7 = inttoptr i64 %6 to ptr
  %8 = load ptr, ptr %7, align 8, !nonnull !10, !align !11, !dereferenceable !11, !invariant.load !10
  %9 = bitcast i64 %6 to <2 x float>
  %10 = fpext <2 x float> %9 to <2 x double>
  %11 = fptrunc <2 x double> %10 to <2 x half>
  %12 = fptoui <2 x half> %11 to <2 x i8>
  %13 = sitofp <2 x i8> %12 to <2 x float>
  %14 = add i128 %3, %0
  ret i128 %14
}

attributes #0 = { alwaysinline hot mustprogress nofree nosync nounwind willreturn memory(read, argmem: readwrite) uwtable(sync) "key"="value \22quoted\22" "flag" }
attributes #3 = { cold noreturn nocallback nomerge convergent strictfp returns_twice }
attributes #4 = { nobuiltin "call"="site" }

!named = !{!0, !3, !8}
!llvm.module.flags = !{!12, !13, !15}

!0 = !{i32 1, double 2.000000e+00, null, !"string \22x\22", ptr @zero, !5}
!1 = !{!"branch_weights", i32 3, i32 5}
!2 = !{i32 1}
!3 = !{i64 77}
!4 = !{!5}
!5 = distinct !{!5, !6, !"scope"}
!6 = distinct !{!6, !"domain"}
!7 = !{!"rsp"}
!8 = distinct !{null, <2 x i32> <i32 1, i32 2>}
!9 = !{i128 0, i128 9}
!10 = !{}
!11 = !{i64 8}
!12 = !{i32 1, !"wchar_size", i32 4}
!13 = !{i32 6, !"list", !14}
!14 = !{!"a", !"b"}
!15 = !{i32 2, !"Debug Info Version", i32 3}
!20 = distinct !DIGlobalVariableExpression(var: !21, expr: !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value))
!21 = distinct !DIGlobalVariable(name: "external", scope: null, file: !22, line: 3, type: !23, isLocal: false, isDefinition: true)
!22 = !DIFile(filename: "a.c", directory: "/src", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000", source: "int external;\0A")
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
