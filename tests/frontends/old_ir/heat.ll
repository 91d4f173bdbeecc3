; call heat: V(7), 7, 0.2, 5; wrt u rate; of u
; ModuleID = 'heat.d'
source_filename = "heat.d"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"


; Function Attrs: uwtable
define void @heat(double* %u_arg, i64 %n_arg, double %rate_arg, i32 %steps_arg) #0 !dbg !12 {
  %u = alloca double*, align 8
  %n = alloca i64, align 8
  %rate = alloca double, align 8
  %steps = alloca i32, align 4
  %block = alloca double*, align 8
  %old = alloca { i64, double* }, align 8
  %next = alloca { i64, double* }, align 8
  %__key2 = alloca i32, align 4
  %__limit3 = alloca i32, align 4
  %step = alloca i32, align 4
  %i = alloca i64, align 8
  %other = alloca { i64, double* }, align 8
  store double* %u_arg, double** %u, align 8, !dbg !39
  call void @llvm.dbg.declare(metadata double** %u, metadata !16, metadata !DIExpression()), !dbg !39
  store i64 %n_arg, i64* %n, align 8, !dbg !39
  call void @llvm.dbg.declare(metadata i64* %n, metadata !19, metadata !DIExpression()), !dbg !39
  store double %rate_arg, double* %rate, align 8, !dbg !39
  call void @llvm.dbg.declare(metadata double* %rate, metadata !21, metadata !DIExpression()), !dbg !39
  store i32 %steps_arg, i32* %steps, align 4, !dbg !39
  call void @llvm.dbg.declare(metadata i32* %steps, metadata !22, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.declare(metadata double** %block, metadata !24, metadata !DIExpression()), !dbg !40
  %1 = load i64, i64* %n, align 8, !dbg !41
  %2 = call i8* @calloc(i64 %1, i64 8) #2, !dbg !41
  %3 = bitcast i8* %2 to double*, !dbg !41
  store double* %3, double** %block, align 8, !dbg !41
  call void @llvm.dbg.declare(metadata { i64, double* }* %old, metadata !25, metadata !DIExpression()), !dbg !42
  %4 = load i64, i64* %n, align 8, !dbg !43
  %5 = load double*, double** %u, align 8, !dbg !43
  %lowerbound = getelementptr inbounds double, double* %5, i64 0
  %6 = sub i64 %4, 0, !dbg !43
  %7 = insertvalue { i64, double* } undef, i64 %6, 0, !dbg !43
  %8 = insertvalue { i64, double* } %7, double* %lowerbound, 1, !dbg !43
  %9 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 0
  store i64 %6, i64* %9, align 8, !dbg !43
  %10 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  store double* %lowerbound, double** %10, align 8, !dbg !43
  call void @llvm.dbg.declare(metadata { i64, double* }* %next, metadata !30, metadata !DIExpression()), !dbg !44
  %11 = load i64, i64* %n, align 8, !dbg !45
  %12 = load double*, double** %block, align 8, !dbg !45
  %lowerbound1 = getelementptr inbounds double, double* %12, i64 0
  %13 = sub i64 %11, 0, !dbg !45
  %14 = insertvalue { i64, double* } undef, i64 %13, 0, !dbg !45
  %15 = insertvalue { i64, double* } %14, double* %lowerbound1, 1, !dbg !45
  %16 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 0
  store i64 %13, i64* %16, align 8, !dbg !45
  %17 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 1
  store double* %lowerbound1, double** %17, align 8, !dbg !45
  call void @llvm.dbg.declare(metadata i32* %__key2, metadata !31, metadata !DIExpression()), !dbg !46
  store i32 0, i32* %__key2, align 4, !dbg !46
  call void @llvm.dbg.declare(metadata i32* %__limit3, metadata !33, metadata !DIExpression()), !dbg !46
  %18 = load i32, i32* %steps, align 4, !dbg !46
  store i32 %18, i32* %__limit3, align 4, !dbg !46
  br label %forcond

forcond:                                          ; preds = %forinc, %0
  %19 = load i32, i32* %__key2, align 4, !dbg !47
  %20 = load i32, i32* %__limit3, align 4, !dbg !47
  %21 = icmp slt i32 %19, %20, !dbg !47
  br i1 %21, label %forbody, label %endfor

forbody:                                          ; preds = %forcond
  call void @llvm.dbg.declare(metadata i32* %step, metadata !34, metadata !DIExpression()), !dbg !47
  %22 = load i32, i32* %__key2, align 4, !dbg !47
  store i32 %22, i32* %step, align 4, !dbg !47
  %23 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 1
  %.ptr = load double*, double** %23, align 8, !dbg !48
  %24 = getelementptr inbounds double, double* %.ptr, i64 0
  %25 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr2 = load double*, double** %25, align 8, !dbg !48
  %26 = getelementptr inbounds double, double* %.ptr2, i64 0
  %27 = load double, double* %26, align 8, !dbg !48
  store double %27, double* %24, align 8, !dbg !48
  %28 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 0
  %.len = load i64, i64* %28, align 8, !dbg !49
  %29 = sub i64 %.len, 1, !dbg !49
  %30 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 1
  %.ptr3 = load double*, double** %30, align 8, !dbg !49
  %31 = getelementptr inbounds double, double* %.ptr3, i64 %29
  %32 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 0
  %.len4 = load i64, i64* %32, align 8, !dbg !49
  %33 = sub i64 %.len4, 1, !dbg !49
  %34 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr5 = load double*, double** %34, align 8, !dbg !49
  %35 = getelementptr inbounds double, double* %.ptr5, i64 %33
  %36 = load double, double* %35, align 8, !dbg !49
  store double %36, double* %31, align 8, !dbg !49
  call void @llvm.dbg.declare(metadata i64* %i, metadata !36, metadata !DIExpression()), !dbg !50
  store i64 1, i64* %i, align 8, !dbg !51
  br label %forcond6

forcond6:                                         ; preds = %forinc8, %forbody
  %37 = load i64, i64* %i, align 8, !dbg !52
  %38 = add i64 %37, 1, !dbg !52
  %39 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 0
  %.len10 = load i64, i64* %39, align 8, !dbg !52
  %40 = icmp ult i64 %38, %.len10, !dbg !52
  br i1 %40, label %forbody7, label %endfor9

forbody7:                                         ; preds = %forcond6
  %41 = load i64, i64* %i, align 8, !dbg !54
  %42 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 1
  %.ptr11 = load double*, double** %42, align 8, !dbg !54
  %43 = getelementptr inbounds double, double* %.ptr11, i64 %41
  %44 = load i64, i64* %i, align 8, !dbg !54
  %45 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr12 = load double*, double** %45, align 8, !dbg !54
  %46 = getelementptr inbounds double, double* %.ptr12, i64 %44
  %47 = load double, double* %46, align 8, !dbg !54
  %48 = load double, double* %rate, align 8, !dbg !54
  %49 = load i64, i64* %i, align 8, !dbg !54
  %50 = sub i64 %49, 1, !dbg !54
  %51 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr13 = load double*, double** %51, align 8, !dbg !54
  %52 = getelementptr inbounds double, double* %.ptr13, i64 %50
  %53 = load double, double* %52, align 8, !dbg !54
  %54 = load i64, i64* %i, align 8, !dbg !54
  %55 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr14 = load double*, double** %55, align 8, !dbg !54
  %56 = getelementptr inbounds double, double* %.ptr14, i64 %54
  %57 = load double, double* %56, align 8, !dbg !54
  %58 = fmul double 2.000000e+00, %57, !dbg !54
  %59 = fsub double %53, %58, !dbg !54
  %60 = load i64, i64* %i, align 8, !dbg !54
  %61 = add i64 %60, 1, !dbg !54
  %62 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr15 = load double*, double** %62, align 8, !dbg !54
  %63 = getelementptr inbounds double, double* %.ptr15, i64 %61
  %64 = load double, double* %63, align 8, !dbg !54
  %65 = fadd double %59, %64, !dbg !54
  %66 = fmul double %48, %65, !dbg !54
  %67 = fadd double %47, %66, !dbg !54
  store double %67, double* %43, align 8, !dbg !54
  br label %forinc8

forinc8:                                          ; preds = %forbody7
  %68 = load i64, i64* %i, align 8, !dbg !54
  %69 = add i64 %68, 1
  store i64 %69, i64* %i, align 8, !dbg !54
  br label %forcond6

endfor9:                                          ; preds = %forcond6
  call void @llvm.dbg.declare(metadata { i64, double* }* %other, metadata !38, metadata !DIExpression()), !dbg !55
  %70 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr16 = load double*, double** %70, align 8, !dbg !56
  %71 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 0
  %.len17 = load i64, i64* %71, align 8, !dbg !56
  %72 = getelementptr inbounds { i64, double* }, { i64, double* }* %other, i32 0, i32 0
  store i64 %.len17, i64* %72, align 8, !dbg !56
  %73 = getelementptr inbounds { i64, double* }, { i64, double* }* %other, i32 0, i32 1
  store double* %.ptr16, double** %73, align 8, !dbg !56
  %74 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 1
  %.ptr18 = load double*, double** %74, align 8, !dbg !57
  %75 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 0
  %.len19 = load i64, i64* %75, align 8, !dbg !57
  %76 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 0
  store i64 %.len19, i64* %76, align 8, !dbg !57
  %77 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  store double* %.ptr18, double** %77, align 8, !dbg !57
  %78 = getelementptr inbounds { i64, double* }, { i64, double* }* %other, i32 0, i32 1
  %.ptr20 = load double*, double** %78, align 8, !dbg !58
  %79 = getelementptr inbounds { i64, double* }, { i64, double* }* %other, i32 0, i32 0
  %.len21 = load i64, i64* %79, align 8, !dbg !58
  %80 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 0
  store i64 %.len21, i64* %80, align 8, !dbg !58
  %81 = getelementptr inbounds { i64, double* }, { i64, double* }* %next, i32 0, i32 1
  store double* %.ptr20, double** %81, align 8, !dbg !58
  br label %forinc

forinc:                                           ; preds = %endfor9
  %82 = load i32, i32* %__key2, align 4, !dbg !58
  %83 = add i32 %82, 1, !dbg !58
  store i32 %83, i32* %__key2, align 4, !dbg !58
  br label %forcond

endfor:                                           ; preds = %forcond
  %84 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr22 = load double*, double** %84, align 8, !dbg !59
  %85 = load double*, double** %u, align 8, !dbg !59
  %86 = icmp ne double* %.ptr22, %85, !dbg !59
  br i1 %86, label %if, label %endif

if:                                               ; preds = %endfor
  %87 = load i64, i64* %n, align 8, !dbg !61
  %88 = load double*, double** %u, align 8, !dbg !61
  %lowerbound23 = getelementptr inbounds double, double* %88, i64 0
  %89 = sub i64 %87, 0, !dbg !61
  %90 = insertvalue { i64, double* } undef, i64 %89, 0, !dbg !61
  %91 = insertvalue { i64, double* } %90, double* %lowerbound23, 1, !dbg !61
  %92 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 1
  %.ptr24 = load double*, double** %92, align 8, !dbg !61
  %93 = getelementptr inbounds { i64, double* }, { i64, double* }* %old, i32 0, i32 0
  %.len25 = load i64, i64* %93, align 8, !dbg !61
  %94 = insertvalue { i64, double* } undef, i64 %.len25, 0, !dbg !61
  %95 = insertvalue { i64, double* } %94, double* %.ptr24, 1, !dbg !61
  %96 = bitcast double* %lowerbound23 to i8*, !dbg !61
  %97 = bitcast double* %.ptr24 to i8*, !dbg !61
  %98 = mul i64 %89, 8, !dbg !61
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %96, i8* align 1 %97, i64 %98, i1 false), !dbg !61
  br label %endif

endif:                                            ; preds = %if, %endfor
  %99 = load double*, double** %block, align 8, !dbg !63
  %100 = bitcast double* %99 to i8*, !dbg !63
  call void @free(i8* %100) #2, !dbg !63
  ret void, !dbg !64
}


; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1


declare i8* @calloc(i64, i64) #2


; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #3


declare void @free(i8*) #2

attributes #0 = { uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }
attributes #3 = { argmemonly nofree nounwind willreturn }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!llvm.ident = !{!11}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_D, file: !2, producer: "LDC 1.30.0 (LLVM 14.0.6)", isOptimized: false, runtimeVersion: 1, emissionKind: FullDebug, imports: !3)
!2 = !DIFile(filename: "heat.d", directory: ".")
!3 = !{!4, !8}
!4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !5, entity: !6, file: !2)
!5 = !DIModule(scope: !2, name: "heat")
!6 = !DIModule(scope: !7, name: "object")
!7 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/object.d", directory: ".")
!8 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !5, entity: !9, file: !2, line: 2)
!9 = !DIModule(scope: !10, name: "core.stdc.stdlib")
!10 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/core/stdc/stdlib.d", directory: ".")
!11 = !{!"ldc version 1.30.0"}
!12 = distinct !DISubprogram(name: "heat", linkageName: "heat", scope: !5, file: !2, line: 4, type: !13, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !15)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !{!16, !19, !21, !22, !24, !25, !30, !31, !33, !34, !36, !38}
!16 = !DILocalVariable(name: "u", arg: 1, scope: !12, file: !2, line: 4, type: !17)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "double*", baseType: !18, size: 64)
!18 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!19 = !DILocalVariable(name: "n", arg: 2, scope: !12, file: !2, line: 4, type: !20)
!20 = !DIBasicType(name: "ulong", size: 64, encoding: DW_ATE_unsigned)
!21 = !DILocalVariable(name: "rate", arg: 3, scope: !12, file: !2, line: 4, type: !18)
!22 = !DILocalVariable(name: "steps", arg: 4, scope: !12, file: !2, line: 4, type: !23)
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!24 = !DILocalVariable(name: "block", scope: !12, file: !2, line: 5, type: !17)
!25 = !DILocalVariable(name: "old", scope: !12, file: !2, line: 7, type: !26)
!26 = !DICompositeType(tag: DW_TAG_structure_type, name: "double[]", file: !2, size: 128, align: 64, elements: !27, identifier: "Ad")
!27 = !{!28, !29}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "length", file: !2, baseType: !20, size: 64, align: 64, flags: DIFlagPublic)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", file: !2, baseType: !17, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!30 = !DILocalVariable(name: "next", scope: !12, file: !2, line: 8, type: !26)
!31 = !DILocalVariable(name: "__key2", scope: !32, file: !2, line: 9, type: !23)
!32 = distinct !DILexicalBlock(scope: !12, file: !2, line: 9, column: 5)
!33 = !DILocalVariable(name: "__limit3", scope: !32, file: !2, line: 9, type: !23)
!34 = !DILocalVariable(name: "step", scope: !35, file: !2, line: 9, type: !23)
!35 = distinct !DILexicalBlock(scope: !32, file: !2, line: 9, column: 5)
!36 = !DILocalVariable(name: "i", scope: !37, file: !2, line: 12, type: !20)
!37 = distinct !DILexicalBlock(scope: !35, file: !2, line: 12, column: 9)
!38 = !DILocalVariable(name: "other", scope: !35, file: !2, line: 14, type: !26)
!39 = !DILocation(line: 4, column: 17, scope: !12)
!40 = !DILocation(line: 5, column: 10, scope: !12)
!41 = !DILocation(line: 5, column: 5, scope: !12)
!42 = !DILocation(line: 7, column: 14, scope: !12)
!43 = !DILocation(line: 7, column: 5, scope: !12)
!44 = !DILocation(line: 8, column: 14, scope: !12)
!45 = !DILocation(line: 8, column: 5, scope: !12)
!46 = !DILocation(line: 9, column: 5, scope: !32)
!47 = !DILocation(line: 9, column: 5, scope: !35)
!48 = !DILocation(line: 10, column: 9, scope: !35)
!49 = !DILocation(line: 11, column: 9, scope: !35)
!50 = !DILocation(line: 12, column: 21, scope: !37)
!51 = !DILocation(line: 12, column: 14, scope: !37)
!52 = !DILocation(line: 12, column: 9, scope: !53)
!53 = distinct !DILexicalBlock(scope: !37, file: !2, line: 12, column: 9)
!54 = !DILocation(line: 13, column: 13, scope: !53)
!55 = !DILocation(line: 14, column: 14, scope: !35)
!56 = !DILocation(line: 14, column: 9, scope: !35)
!57 = !DILocation(line: 15, column: 9, scope: !35)
!58 = !DILocation(line: 16, column: 9, scope: !35)
!59 = !DILocation(line: 18, column: 5, scope: !60)
!60 = distinct !DILexicalBlock(scope: !12, file: !2, line: 18, column: 5)
!61 = !DILocation(line: 18, column: 24, scope: !62)
!62 = distinct !DILexicalBlock(scope: !60, file: !2, line: 18, column: 24)
!63 = !DILocation(line: 6, column: 18, scope: !12)
!64 = !DILocation(line: 19, column: 1, scope: !12)
