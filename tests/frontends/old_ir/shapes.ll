; call shapes: V(3); wrt x
; ModuleID = 'shapes.d'
source_filename = "shapes.d"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%shapes.Shape = type { i32, [4 x i8], double, [8 x i8] }

@_D6shapes5Shape6__initZ = constant %shapes.Shape { i32 0, [4 x i8] zeroinitializer, double 0x7FF8000000000000, [8 x i8] zeroinitializer }, align 8
@_D6shapesQhUPxdZ7weightsyG3d = constant [3 x double] [double 1.000000e+00, double 5.000000e-01, double 0x3FD5555555555555], align 8, !dbg !0


; Function Attrs: uwtable
define double @_D6shapes5Shape4areaMxFZd(%shapes.Shape* nonnull %.this_arg) #0 !dbg !23 {
  call void @llvm.dbg.declare(metadata %shapes.Shape* %.this_arg, metadata !36, metadata !DIExpression()), !dbg !38
  %1 = getelementptr inbounds %shapes.Shape, %shapes.Shape* %.this_arg, i32 0, i32 0
  %2 = load i32, i32* %1, align 4, !dbg !39
  switch i32 %2, label %defaultcntr [
    i32 0, label %casecntr
    i32 1, label %casecntr5
    i32 2, label %casecntr6
  ]

switchbody:                                       ; No predecessors!
  br label %case

casecntr:                                         ; preds = %0
  br label %case

case:                                             ; preds = %casecntr, %switchbody
  %3 = getelementptr inbounds %shapes.Shape, %shapes.Shape* %.this_arg, i32 0, i32 2
  %4 = load double, double* %3, align 8, !dbg !41
  %5 = fmul double 3.250000e+00, %4, !dbg !41
  %6 = getelementptr inbounds %shapes.Shape, %shapes.Shape* %.this_arg, i32 0, i32 2
  %7 = load double, double* %6, align 8, !dbg !41
  %8 = fmul double %5, %7, !dbg !41
  ret double %8, !dbg !41

dummy.afterreturn:                                ; No predecessors!
  br label %case1

casecntr5:                                        ; preds = %0
  br label %case1

case1:                                            ; preds = %casecntr5, %dummy.afterreturn
  %9 = bitcast %shapes.Shape* %.this_arg to i8*, !dbg !45
  %10 = getelementptr inbounds i8, i8* %9, i32 8
  %11 = bitcast i8* %10 to [2 x double]*, !dbg !45
  %12 = getelementptr inbounds [2 x double], [2 x double]* %11, i32 0, i64 0
  %13 = load double, double* %12, align 8, !dbg !45
  %14 = bitcast %shapes.Shape* %.this_arg to i8*, !dbg !45
  %15 = getelementptr inbounds i8, i8* %14, i32 8
  %16 = bitcast i8* %15 to [2 x double]*, !dbg !45
  %17 = getelementptr inbounds [2 x double], [2 x double]* %16, i32 0, i64 1
  %18 = load double, double* %17, align 8, !dbg !45
  %19 = fmul double %13, %18, !dbg !45
  ret double %19, !dbg !45

dummy.afterreturn2:                               ; No predecessors!
  br label %case3

casecntr6:                                        ; preds = %0
  br label %case3

case3:                                            ; preds = %casecntr6, %dummy.afterreturn2
  ret double 0.000000e+00, !dbg !48

dummy.afterreturn4:                               ; No predecessors!
  br label %default

defaultcntr:                                      ; preds = %0
  br label %default

default:                                          ; preds = %defaultcntr, %dummy.afterreturn4
  call void @llvm.trap(), !dbg !39
  unreachable, !dbg !39

afterhalt:                                        ; No predecessors!
  br label %switchend

switchend:                                        ; preds = %afterhalt
  ret double undef, !dbg !51
}


; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1


; Function Attrs: cold noreturn nounwind
declare void @llvm.trap() #2


; Function Attrs: uwtable
define double @shapes(double* %x_arg) #0 !dbg !52 {
  %x = alloca double*, align 8
  %all = alloca [3 x %shapes.Shape], align 8
  %arrayinit.itr = alloca i64, align 8
  %arrayliteral = alloca [2 x double], align 8
  %sum = alloca double, align 8
  store double* %x_arg, double** %x, align 8, !dbg !60
  call void @llvm.dbg.declare(metadata double** %x, metadata !54, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.declare(metadata [3 x %shapes.Shape]* %all, metadata !57, metadata !DIExpression()), !dbg !61
  %1 = bitcast [3 x %shapes.Shape]* %all to %shapes.Shape*, !dbg !62
  %2 = bitcast %shapes.Shape* %1 to i8*, !dbg !62
  store i64 0, i64* %arrayinit.itr, align 8, !dbg !62
  br label %arrayinit.cond

arrayinit.cond:                                   ; preds = %arrayinit.body, %0
  %3 = load i64, i64* %arrayinit.itr, align 8, !dbg !62
  %arrayinit.condition = icmp ne i64 %3, 3, !dbg !62
  br i1 %arrayinit.condition, label %arrayinit.body, label %arrayinit.end

arrayinit.body:                                   ; preds = %arrayinit.cond
  %4 = load i64, i64* %arrayinit.itr, align 8, !dbg !62
  %arrayinit.arrayelem = getelementptr inbounds %shapes.Shape, %shapes.Shape* %1, i64 %4
  %5 = bitcast %shapes.Shape* %arrayinit.arrayelem to i8*, !dbg !62
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %5, i8* align 1 bitcast (%shapes.Shape* @_D6shapes5Shape6__initZ to i8*), i64 24, i1 false), !dbg !62
  %arrayinit.new_itr = add i64 %4, 1, !dbg !62
  store i64 %arrayinit.new_itr, i64* %arrayinit.itr, align 8, !dbg !62
  br label %arrayinit.cond

arrayinit.end:                                    ; preds = %arrayinit.cond
  %6 = bitcast [3 x %shapes.Shape]* %all to %shapes.Shape*, !dbg !62
  %7 = insertvalue { i64, %shapes.Shape* } { i64 3, %shapes.Shape* undef }, %shapes.Shape* %6, 1, !dbg !62
  %8 = getelementptr inbounds [3 x %shapes.Shape], [3 x %shapes.Shape]* %all, i32 0, i64 0
  %9 = getelementptr inbounds %shapes.Shape, %shapes.Shape* %8, i32 0, i32 0
  store i32 0, i32* %9, align 4, !dbg !63
  %10 = getelementptr inbounds [3 x %shapes.Shape], [3 x %shapes.Shape]* %all, i32 0, i64 0
  %11 = getelementptr inbounds %shapes.Shape, %shapes.Shape* %10, i32 0, i32 2
  %12 = load double*, double** %x, align 8, !dbg !64
  %13 = getelementptr inbounds double, double* %12, i64 0
  %14 = load double, double* %13, align 8, !dbg !64
  store double %14, double* %11, align 8, !dbg !64
  %15 = getelementptr inbounds [3 x %shapes.Shape], [3 x %shapes.Shape]* %all, i32 0, i64 1
  %16 = getelementptr inbounds %shapes.Shape, %shapes.Shape* %15, i32 0, i32 0
  store i32 1, i32* %16, align 4, !dbg !65
  %17 = getelementptr inbounds [3 x %shapes.Shape], [3 x %shapes.Shape]* %all, i32 0, i64 1
  %18 = bitcast %shapes.Shape* %17 to i8*, !dbg !66
  %19 = getelementptr inbounds i8, i8* %18, i32 8
  %20 = bitcast i8* %19 to [2 x double]*, !dbg !66
  %21 = getelementptr inbounds [2 x double], [2 x double]* %arrayliteral, i32 0, i32 0
  %22 = load double*, double** %x, align 8, !dbg !66
  %23 = getelementptr inbounds double, double* %22, i64 1
  %24 = load double, double* %23, align 8, !dbg !66
  store double %24, double* %21, align 8, !dbg !66
  %25 = getelementptr inbounds [2 x double], [2 x double]* %arrayliteral, i32 0, i32 1
  %26 = load double*, double** %x, align 8, !dbg !66
  %27 = getelementptr inbounds double, double* %26, i64 2
  %28 = load double, double* %27, align 8, !dbg !66
  store double %28, double* %25, align 8, !dbg !66
  %29 = bitcast [2 x double]* %20 to double*, !dbg !66
  %30 = bitcast double* %29 to i8*, !dbg !66
  %31 = bitcast [2 x double]* %arrayliteral to double*, !dbg !66
  %32 = bitcast double* %31 to i8*, !dbg !66
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %30, i8* align 1 %32, i64 16, i1 false), !dbg !66
  %33 = getelementptr inbounds [3 x %shapes.Shape], [3 x %shapes.Shape]* %all, i32 0, i64 2
  %34 = getelementptr inbounds %shapes.Shape, %shapes.Shape* %33, i32 0, i32 0
  store i32 2, i32* %34, align 4, !dbg !67
  call void @llvm.dbg.declare(metadata double* %sum, metadata !59, metadata !DIExpression()), !dbg !68
  store double 0.000000e+00, double* %sum, align 8, !dbg !69
  %35 = getelementptr inbounds [3 x double], [3 x double]* @_D6shapesQhUPxdZ7weightsyG3d, i32 0, i64 0
  %36 = load double, double* %35, align 8, !dbg !70
  %37 = getelementptr inbounds [3 x %shapes.Shape], [3 x %shapes.Shape]* %all, i32 0, i64 0
  %38 = call double @_D6shapes5Shape4areaMxFZd(%shapes.Shape* nonnull %37) #0, !dbg !70
  %39 = fmul double %36, %38, !dbg !70
  %40 = load double*, double** %x, align 8, !dbg !70
  %41 = getelementptr inbounds double, double* %40, i64 0
  %42 = load double, double* %41, align 8, !dbg !70
  %43 = fmul double %39, %42, !dbg !70
  %44 = load double, double* %sum, align 8, !dbg !70
  %45 = fadd double %44, %43, !dbg !70
  store double %45, double* %sum, align 8, !dbg !70
  %46 = getelementptr inbounds [3 x double], [3 x double]* @_D6shapesQhUPxdZ7weightsyG3d, i32 0, i64 1
  %47 = load double, double* %46, align 8, !dbg !70
  %48 = getelementptr inbounds [3 x %shapes.Shape], [3 x %shapes.Shape]* %all, i32 0, i64 1
  %49 = call double @_D6shapes5Shape4areaMxFZd(%shapes.Shape* nonnull %48) #0, !dbg !70
  %50 = fmul double %47, %49, !dbg !70
  %51 = load double*, double** %x, align 8, !dbg !70
  %52 = getelementptr inbounds double, double* %51, i64 1
  %53 = load double, double* %52, align 8, !dbg !70
  %54 = fmul double %50, %53, !dbg !70
  %55 = load double, double* %sum, align 8, !dbg !70
  %56 = fadd double %55, %54, !dbg !70
  store double %56, double* %sum, align 8, !dbg !70
  %57 = getelementptr inbounds [3 x double], [3 x double]* @_D6shapesQhUPxdZ7weightsyG3d, i32 0, i64 2
  %58 = load double, double* %57, align 8, !dbg !70
  %59 = getelementptr inbounds [3 x %shapes.Shape], [3 x %shapes.Shape]* %all, i32 0, i64 2
  %60 = call double @_D6shapes5Shape4areaMxFZd(%shapes.Shape* nonnull %59) #0, !dbg !70
  %61 = fmul double %58, %60, !dbg !70
  %62 = load double*, double** %x, align 8, !dbg !70
  %63 = getelementptr inbounds double, double* %62, i64 2
  %64 = load double, double* %63, align 8, !dbg !70
  %65 = fmul double %61, %64, !dbg !70
  %66 = load double, double* %sum, align 8, !dbg !70
  %67 = fadd double %66, %65, !dbg !70
  store double %67, double* %sum, align 8, !dbg !70
  %68 = load double, double* %sum, align 8, !dbg !71
  %69 = load double, double* %sum, align 8, !dbg !71
  ret double %69, !dbg !71
}


; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #3


; Function Attrs: uwtable
define weak_odr void @_D6shapes__T8inversesVmi3ZQoFNaNbNiNfZG3d([3 x double]* noalias sret([3 x double]) align 8 %.sret_arg) #0 !dbg !72 {
  %arrayinit.itr = alloca i64, align 8
  %__r3 = alloca { i64, double* }, align 8
  %__key2 = alloca i64, align 8
  %v = alloca double*, align 8
  %i = alloca i64, align 8
  call void @llvm.dbg.declare(metadata [3 x double]* %.sret_arg, metadata !77, metadata !DIExpression()), !dbg !91
  %1 = bitcast [3 x double]* %.sret_arg to double*, !dbg !92
  %2 = bitcast double* %1 to i8*, !dbg !92
  store i64 0, i64* %arrayinit.itr, align 8, !dbg !92
  br label %arrayinit.cond

arrayinit.cond:                                   ; preds = %arrayinit.body, %0
  %3 = load i64, i64* %arrayinit.itr, align 8, !dbg !92
  %arrayinit.condition = icmp ne i64 %3, 3, !dbg !92
  br i1 %arrayinit.condition, label %arrayinit.body, label %arrayinit.end

arrayinit.body:                                   ; preds = %arrayinit.cond
  %4 = load i64, i64* %arrayinit.itr, align 8, !dbg !92
  %arrayinit.arrayelem = getelementptr inbounds double, double* %1, i64 %4
  store double 0x7FF8000000000000, double* %arrayinit.arrayelem, align 8, !dbg !92
  %arrayinit.new_itr = add i64 %4, 1, !dbg !92
  store i64 %arrayinit.new_itr, i64* %arrayinit.itr, align 8, !dbg !92
  br label %arrayinit.cond

arrayinit.end:                                    ; preds = %arrayinit.cond
  %5 = bitcast [3 x double]* %.sret_arg to double*, !dbg !92
  %6 = insertvalue { i64, double* } { i64 3, double* undef }, double* %5, 1, !dbg !92
  call void @llvm.dbg.declare(metadata { i64, double* }* %__r3, metadata !78, metadata !DIExpression()), !dbg !93
  %7 = bitcast [3 x double]* %.sret_arg to double*, !dbg !93
  %8 = insertvalue { i64, double* } { i64 3, double* undef }, double* %7, 1, !dbg !93
  %9 = getelementptr inbounds { i64, double* }, { i64, double* }* %__r3, i32 0, i32 0
  store i64 3, i64* %9, align 8, !dbg !93
  %10 = getelementptr inbounds { i64, double* }, { i64, double* }* %__r3, i32 0, i32 1
  store double* %7, double** %10, align 8, !dbg !93
  call void @llvm.dbg.declare(metadata i64* %__key2, metadata !86, metadata !DIExpression()), !dbg !93
  store i64 0, i64* %__key2, align 8, !dbg !93
  br label %forcond

forcond:                                          ; preds = %forinc, %arrayinit.end
  %11 = getelementptr inbounds { i64, double* }, { i64, double* }* %__r3, i32 0, i32 0
  %.len = load i64, i64* %11, align 8, !dbg !94
  %12 = load i64, i64* %__key2, align 8, !dbg !94
  %13 = icmp ult i64 %12, %.len, !dbg !94
  br i1 %13, label %forbody, label %endfor

forbody:                                          ; preds = %forcond
  call void @llvm.dbg.declare(metadata double** %v, metadata !87, metadata !DIExpression()), !dbg !94
  %14 = load i64, i64* %__key2, align 8, !dbg !94
  %15 = getelementptr inbounds { i64, double* }, { i64, double* }* %__r3, i32 0, i32 1
  %.ptr = load double*, double** %15, align 8, !dbg !94
  %16 = getelementptr inbounds double, double* %.ptr, i64 %14
  store double* %16, double** %v, align 8, !dbg !94
  call void @llvm.dbg.declare(metadata i64* %i, metadata !90, metadata !DIExpression()), !dbg !94
  %17 = load i64, i64* %__key2, align 8, !dbg !94
  store i64 %17, i64* %i, align 8, !dbg !94
  %18 = load i64, i64* %i, align 8, !dbg !95
  %19 = add i64 %18, 1, !dbg !95
  %20 = uitofp i64 %19 to double
  %21 = fdiv double 1.000000e+00, %20, !dbg !95
  %22 = load double*, double** %v, align 8, !dbg !95
  store double %21, double* %22, align 8, !dbg !95
  br label %forinc

forinc:                                           ; preds = %forbody
  %23 = load i64, i64* %__key2, align 8, !dbg !95
  %24 = add i64 %23, 1, !dbg !95
  store i64 %24, i64* %__key2, align 8, !dbg !95
  br label %forcond

endfor:                                           ; preds = %forcond
  ret void, !dbg !96
}

attributes #0 = { uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { cold noreturn nounwind }
attributes #3 = { argmemonly nofree nounwind willreturn }

!llvm.module.flags = !{!8}
!llvm.dbg.cu = !{!9}
!llvm.ident = !{!22}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "weights", linkageName: "_D6shapesQhUPxdZ7weightsyG3d", scope: !2, file: !3, line: 27, type: !4, isLocal: false, isDefinition: true)
!2 = !DIModule(scope: !3, name: "shapes")
!3 = !DIFile(filename: "shapes.d", directory: ".")
!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 192, align: 64, elements: !6)
!5 = !DIBasicType(name: "immutable(double)", size: 64, encoding: DW_ATE_float)
!6 = !{!7}
!7 = !DISubrange(count: 3)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DICompileUnit(language: DW_LANG_D, file: !3, producer: "LDC 1.30.0 (LLVM 14.0.6)", isOptimized: false, runtimeVersion: 1, emissionKind: FullDebug, enums: !10, globals: !17, imports: !18)
!10 = !{!11}
!11 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Kind", scope: !2, file: !3, line: 2, baseType: !12, size: 32, align: 32, elements: !13)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{!14, !15, !16}
!14 = !DIEnumerator(name: "circle", value: 0)
!15 = !DIEnumerator(name: "box", value: 1)
!16 = !DIEnumerator(name: "nothing", value: 2)
!17 = !{!0}
!18 = !{!19}
!19 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !20, file: !3)
!20 = !DIModule(scope: !21, name: "object")
!21 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/object.d", directory: ".")
!22 = !{!"ldc version 1.30.0"}
!23 = distinct !DISubprogram(name: "area", linkageName: "_D6shapes5Shape4areaMxFZd", scope: !24, file: !3, line: 11, type: !33, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !9, retainedNodes: !35)
!24 = !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", scope: !2, file: !3, line: 4, size: 192, align: 64, elements: !25, identifier: "S6shapes5Shape")
!25 = !{!26, !27, !29}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "kind", file: !3, line: 5, baseType: !11, size: 32, align: 32, flags: DIFlagPublic)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "radius", file: !3, line: 7, baseType: !28, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!28 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "sides", file: !3, line: 8, baseType: !30, size: 128, align: 64, offset: 64, flags: DIFlagPublic)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, size: 128, align: 64, elements: !31)
!31 = !{!32}
!32 = !DISubrange(count: 2)
!33 = !DISubroutineType(types: !34)
!34 = !{!28}
!35 = !{!36}
!36 = !DILocalVariable(name: "this", arg: 1, scope: !23, file: !3, line: 11, type: !37, flags: DIFlagArtificial | DIFlagObjectPointer)
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64, align: 64)
!38 = !DILocation(line: 11, column: 12, scope: !23)
!39 = !DILocation(line: 12, column: 9, scope: !40)
!40 = distinct !DILexicalBlock(scope: !23, file: !3, line: 12, column: 9)
!41 = !DILocation(line: 13, column: 27, scope: !42)
!42 = distinct !DILexicalBlock(scope: !43, file: !3, line: 13, column: 27)
!43 = distinct !DILexicalBlock(scope: !44, file: !3, line: 13, column: 9)
!44 = distinct !DILexicalBlock(scope: !23, file: !3, line: 12, column: 29)
!45 = !DILocation(line: 14, column: 24, scope: !46)
!46 = distinct !DILexicalBlock(scope: !47, file: !3, line: 14, column: 24)
!47 = distinct !DILexicalBlock(scope: !44, file: !3, line: 14, column: 9)
!48 = !DILocation(line: 15, column: 28, scope: !49)
!49 = distinct !DILexicalBlock(scope: !50, file: !3, line: 15, column: 28)
!50 = distinct !DILexicalBlock(scope: !44, file: !3, line: 15, column: 9)
!51 = !DILocation(line: 17, column: 5, scope: !23)
!52 = distinct !DISubprogram(name: "shapes", linkageName: "shapes", scope: !2, file: !3, line: 26, type: !33, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !9, retainedNodes: !53)
!53 = !{!54, !57, !59}
!54 = !DILocalVariable(name: "x", arg: 1, scope: !52, file: !3, line: 26, type: !55)
!55 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "const(double)*", baseType: !56, size: 64)
!56 = !DIBasicType(name: "const(double)", size: 64, encoding: DW_ATE_float)
!57 = !DILocalVariable(name: "all", scope: !52, file: !3, line: 28, type: !58)
!58 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 576, align: 64, elements: !6)
!59 = !DILocalVariable(name: "sum", scope: !52, file: !3, line: 34, type: !28)
!60 = !DILocation(line: 26, column: 19, scope: !52)
!61 = !DILocation(line: 28, column: 14, scope: !52)
!62 = !DILocation(line: 28, column: 5, scope: !52)
!63 = !DILocation(line: 29, column: 5, scope: !52)
!64 = !DILocation(line: 30, column: 5, scope: !52)
!65 = !DILocation(line: 31, column: 5, scope: !52)
!66 = !DILocation(line: 32, column: 5, scope: !52)
!67 = !DILocation(line: 33, column: 5, scope: !52)
!68 = !DILocation(line: 34, column: 12, scope: !52)
!69 = !DILocation(line: 34, column: 5, scope: !52)
!70 = !DILocation(line: 36, column: 1, scope: !52)
!71 = !DILocation(line: 38, column: 5, scope: !52)
!72 = distinct !DISubprogram(name: "inverses!3LU", linkageName: "_D6shapes__T8inversesVmi3ZQoFNaNbNiNfZG3d", scope: !2, file: !3, line: 20, type: !73, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !9, retainedNodes: !76)
!73 = !DISubroutineType(types: !74)
!74 = !{!75}
!75 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, size: 192, align: 64, elements: !6)
!76 = !{!77, !78, !86, !87, !90}
!77 = !DILocalVariable(name: "made", scope: !72, file: !3, line: 21, type: !75)
!78 = !DILocalVariable(name: "__r3", scope: !79, file: !3, line: 22, type: !80)
!79 = distinct !DILexicalBlock(scope: !72, file: !3, line: 22, column: 5)
!80 = !DICompositeType(tag: DW_TAG_structure_type, name: "double[]", file: !3, size: 128, align: 64, elements: !81, identifier: "Ad")
!81 = !{!82, !84}
!82 = !DIDerivedType(tag: DW_TAG_member, name: "length", file: !3, baseType: !83, size: 64, align: 64, flags: DIFlagPublic)
!83 = !DIBasicType(name: "ulong", size: 64, encoding: DW_ATE_unsigned)
!84 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", file: !3, baseType: !85, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!85 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "double*", baseType: !28, size: 64)
!86 = !DILocalVariable(name: "__key2", scope: !79, file: !3, line: 22, type: !83)
!87 = !DILocalVariable(name: "v", scope: !88, file: !3, line: 22, type: !89)
!88 = distinct !DILexicalBlock(scope: !79, file: !3, line: 22, column: 5)
!89 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !28, size: 64, align: 64)
!90 = !DILocalVariable(name: "i", scope: !88, file: !3, line: 22, type: !83)
!91 = !DILocation(line: 21, column: 15, scope: !72)
!92 = !DILocation(line: 21, column: 5, scope: !72)
!93 = !DILocation(line: 22, column: 5, scope: !79)
!94 = !DILocation(line: 22, column: 5, scope: !88)
!95 = !DILocation(line: 22, column: 30, scope: !88)
!96 = !DILocation(line: 23, column: 5, scope: !72)
