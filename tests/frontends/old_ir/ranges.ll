; call ranges: V(5), 5; wrt x
; ModuleID = 'ranges.d'
source_filename = "ranges.d"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult" = type { %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", i8, [7 x i8], i8* }
%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult" = type { { i64, double* }, i8* }
%"std.range.retro!(Result).retro.Result!().Result" = type { %"std.range.iota!(int, ulong, int).iota.Result" }
%"std.range.iota!(int, ulong, int).iota.Result" = type { i64, i64, i32, [4 x i8] }
%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult" = type { { i64, double* }, i8* }

@.str = private unnamed_addr constant [26 x i8] c"array index out of bounds\00"
@.str.1 = private unnamed_addr constant [63 x i8] c"/usr/lib/ldc/x86_64-linux-gnu/include/d/std/range/primitives.d\00"
@.str.2 = private unnamed_addr constant [26 x i8] c"array slice out of bounds\00"
@.str.3 = private unnamed_addr constant [66 x i8] c"/usr/lib/ldc/x86_64-linux-gnu/include/d/std/algorithm/iteration.d\00"
@_D6object__T10RTInfoImplVAmA2i24i6ZQxyG2m = weak_odr constant [2 x i64] [i64 24, i64 6], align 8, !dbg !0
@_D6object__T10RTInfoImplVAmA2i40i22ZQyyG2m = weak_odr constant [2 x i64] [i64 40, i64 22], align 8, !dbg !8


; Function Attrs: uwtable
define double @ranges(double* %x_arg, i64 %n_arg) #0 !dbg !25 {
  %x = alloca double*, align 8
  %n = alloca i64, align 8
  %values = alloca { i64, double* }, align 8
  %total = alloca double, align 8
  %__r50 = alloca %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", align 8
  %.sret_tmp = alloca %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", align 8
  %.sret_tmp1 = alloca %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", align 8
  %v = alloca double, align 8
  %__r68 = alloca %"std.range.retro!(Result).retro.Result!().Result", align 8
  %.sret_tmp2 = alloca %"std.range.iota!(int, ulong, int).iota.Result", align 8
  %i = alloca i64, align 8
  %.sret_tmp7 = alloca %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", align 8
  store double* %x_arg, double** %x, align 8, !dbg !104
  call void @llvm.dbg.declare(metadata double** %x, metadata !30, metadata !DIExpression()), !dbg !104
  store i64 %n_arg, i64* %n, align 8, !dbg !104
  call void @llvm.dbg.declare(metadata i64* %n, metadata !33, metadata !DIExpression()), !dbg !104
  call void @llvm.dbg.declare(metadata { i64, double* }* %values, metadata !35, metadata !DIExpression()), !dbg !105
  %1 = load i64, i64* %n, align 8, !dbg !106
  %2 = load double*, double** %x, align 8, !dbg !106
  %lowerbound = getelementptr inbounds double, double* %2, i64 0
  %3 = sub i64 %1, 0, !dbg !106
  %4 = insertvalue { i64, double* } undef, i64 %3, 0, !dbg !106
  %5 = insertvalue { i64, double* } %4, double* %lowerbound, 1, !dbg !106
  %6 = getelementptr inbounds { i64, double* }, { i64, double* }* %values, i32 0, i32 0
  store i64 %3, i64* %6, align 8, !dbg !106
  %7 = getelementptr inbounds { i64, double* }, { i64, double* }* %values, i32 0, i32 1
  store double* %lowerbound, double** %7, align 8, !dbg !106
  call void @llvm.dbg.declare(metadata double* %total, metadata !40, metadata !DIExpression()), !dbg !107
  store double 0.000000e+00, double* %total, align 8, !dbg !108
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %__r50, metadata !41, metadata !DIExpression()), !dbg !109
  %8 = load { i64, double* }, { i64, double* }* %values, align 8, !dbg !110
  call void @_D3std9algorithm9iteration__T3mapS6rangesQhUPxdmZ9__lambda5Z__TQBiTAxdZQBqMFNaNbNiNfQrZSQDiQDhQDa__T9MapResultSQCzQDcUQCwmZQCwTQCiZQBf(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult") align 8 %.sret_tmp1, i8* nonnull null, { i64, double* } %8) #5, !dbg !110
  call void @_D3std9algorithm9iteration__T6filterS6rangesQhUPxdmZ9__lambda6Z__TQBlTSQCrQCqQCj__T9MapResultSQCfQCiUQCcmZ9__lambda5TAxdZQBmZQDsMFNaNbNiNfQCqZSQFlQFkQFd__T12FilterResultSQFdQFgUQFamZQFaTQEmZQBj(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* noalias sret(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult") align 8 %.sret_tmp, i8* nonnull null, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias nocapture align 8 %.sret_tmp1) #5, !dbg !110
  call void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs7opSliceMFNaNbNiNfZSQFqQFpQFi__TQFbSQEqQEtUQEnmZQEnTQEgZQFz(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* noalias sret(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult") align 8 %__r50, %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.sret_tmp) #5, !dbg !110
  br label %forcond

forcond:                                          ; preds = %forinc, %0
  %9 = call zeroext i1 @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5emptyMFNaNbNdNiNfZb(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %__r50) #5, !dbg !111
  %10 = icmp eq i1 %9, false, !dbg !111
  br i1 %10, label %forbody, label %endfor

forbody:                                          ; preds = %forcond
  call void @llvm.dbg.declare(metadata double* %v, metadata !55, metadata !DIExpression()), !dbg !111
  %11 = call double @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5frontMFNaNbNdNiNfZxd(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %__r50) #5, !dbg !111
  store double %11, double* %v, align 8, !dbg !111
  %12 = load double, double* %v, align 8, !dbg !112
  %13 = load double, double* %total, align 8, !dbg !112
  %14 = fadd double %13, %12, !dbg !112
  store double %14, double* %total, align 8, !dbg !112
  br label %forinc

forinc:                                           ; preds = %forbody
  call void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs8popFrontMFNaNbNiNfZv(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %__r50) #5, !dbg !112
  br label %forcond

endfor:                                           ; preds = %forcond
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %__r68, metadata !57, metadata !DIExpression()), !dbg !113
  %15 = load i64, i64* %n, align 8, !dbg !114
  call void @_D3std5range__T4iotaTiTmTiZQmFNaNbNiNfimiZSQBpQBo__TQBlTiTmTiZQBvFimiZ6Result(%"std.range.iota!(int, ulong, int).iota.Result"* noalias sret(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %.sret_tmp2, i32 0, i64 %15, i32 2) #5, !dbg !114
  call void @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFNaNbNiNfQBvZSQCuQCt__TQCqTQCnZQCyFQCvZ__TQCbZQCf(%"std.range.retro!(Result).retro.Result!().Result"* noalias sret(%"std.range.retro!(Result).retro.Result!().Result") align 8 %__r68, %"std.range.iota!(int, ulong, int).iota.Result"* byval(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %.sret_tmp2) #5, !dbg !114
  br label %forcond3

forcond3:                                         ; preds = %forinc5, %endfor
  %16 = call zeroext i1 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw5emptyMFNaNbNdNiNfZb(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %__r68) #5, !dbg !115
  %17 = icmp eq i1 %16, false, !dbg !115
  br i1 %17, label %forbody4, label %endfor6

forbody4:                                         ; preds = %forcond3
  call void @llvm.dbg.declare(metadata i64* %i, metadata !80, metadata !DIExpression()), !dbg !115
  %18 = call i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw5frontMFNaNbNdNiNfZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %__r68) #5, !dbg !115
  store i64 %18, i64* %i, align 8, !dbg !115
  %19 = load i64, i64* %i, align 8, !dbg !116
  %20 = uitofp i64 %19 to double
  %21 = load i64, i64* %i, align 8, !dbg !116
  %22 = getelementptr inbounds { i64, double* }, { i64, double* }* %values, i32 0, i32 1
  %.ptr = load double*, double** %22, align 8, !dbg !116
  %23 = getelementptr inbounds double, double* %.ptr, i64 %21
  %24 = load double, double* %23, align 8, !dbg !116
  %25 = fmul double %20, %24, !dbg !116
  %26 = load double, double* %total, align 8, !dbg !116
  %27 = fsub double %26, %25, !dbg !116
  store double %27, double* %total, align 8, !dbg !116
  br label %forinc5

forinc5:                                          ; preds = %forbody4
  call void @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw8popFrontMFNaNbNiNfZv(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %__r68) #5, !dbg !116
  br label %forcond3

endfor6:                                          ; preds = %forcond3
  %28 = load double, double* %total, align 8, !dbg !117
  %29 = getelementptr inbounds { i64, double* }, { i64, double* }* %values, i32 0, i32 1
  %.ptr8 = load double*, double** %29, align 8, !dbg !117
  %lowerbound9 = getelementptr inbounds double, double* %.ptr8, i64 0
  %30 = insertvalue { i64, double* } { i64 3, double* undef }, double* %lowerbound9, 1, !dbg !117
  call void @_D3std9algorithm9iteration__T3mapS6rangesQhUPxdmZ10__lambda11Z__TQBkTAxdZQBsMFNaNbNiNfQrZSQDkQDjQDc__T9MapResultSQDbQDeUQCymZQCyTQCiZQBf(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult") align 8 %.sret_tmp7, i8* nonnull null, { i64, double* } %30) #5, !dbg !117
  %31 = call double @_D6ranges__T7productTS3std9algorithm9iteration__T9MapResultSQCgQCjUPxdmZ10__lambda11TAxdZQBoZQDdFNaNbNiNfQDgZd(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* noalias nocapture align 8 %.sret_tmp7) #5, !dbg !117
  %32 = fmul double %28, %31, !dbg !117
  ret double %32, !dbg !117
}


; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T6filterS6rangesQhUPxdmZ9__lambda6Z__TQBlTSQCrQCqQCj__T9MapResultSQCfQCiUQCcmZ9__lambda5TAxdZQBmZQDsMFNaNbNiNfQCqZSQFlQFkQFd__T12FilterResultSQFdQFgUQFamZQFaTQEmZQBj(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* noalias sret(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult") align 8 %.sret_arg, i8* nonnull %.nest_arg, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias nocapture align 8 %range) #0 !dbg !118 {
  %.hidden_copy_for_IndirectByvalRewrite = alloca %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %range, metadata !122, metadata !DIExpression()), !dbg !123
  %1 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg, i32 0, i32 0
  %2 = bitcast %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %1 to i8*, !dbg !124
  call void @llvm.memset.p0i8.i64(i8* align 1 %2, i8 0, i64 24, i1 false), !dbg !124
  %3 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg, i32 0, i32 1
  store i8 0, i8* %3, align 1, !dbg !124
  %4 = bitcast %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg to i8*, !dbg !124
  %.padding = getelementptr inbounds i8, i8* %4, i32 25
  call void @llvm.memset.p0i8.i64(i8* align 1 %.padding, i8 0, i64 7, i1 false), !dbg !124
  %5 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg, i32 0, i32 3
  store i8* %.nest_arg, i8** %5, align 8, !dbg !124
  %6 = bitcast %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.hidden_copy_for_IndirectByvalRewrite to i8*, !dbg !124
  %7 = bitcast %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %range to i8*, !dbg !124
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %6, i8* align 8 %7, i64 24, i1 false), !dbg !124
  %8 = call %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs6__ctorMFNaNbNcNiNfQCzZSQFuQFtQFm__TQFfSQEuQExUQErmZQErTQEkZQGd(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull returned %.sret_arg, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias nocapture align 8 %.hidden_copy_for_IndirectByvalRewrite) #5, !dbg !124
  ret void, !dbg !124
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T3mapS6rangesQhUPxdmZ9__lambda5Z__TQBiTAxdZQBqMFNaNbNiNfQrZSQDiQDhQDa__T9MapResultSQCzQDcUQCwmZQCwTQCiZQBf(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult") align 8 %.sret_arg, i8* nonnull %.nest_arg, { i64, double* } %r_arg) #0 !dbg !24 {
  %r = alloca { i64, double* }, align 8
  store { i64, double* } %r_arg, { i64, double* }* %r, align 8, !dbg !125
  call void @llvm.dbg.declare(metadata { i64, double* }* %r, metadata !85, metadata !DIExpression()), !dbg !125
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 0
  store { i64, double* } zeroinitializer, { i64, double* }* %1, align 8, !dbg !126
  %2 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 1
  store i8* %.nest_arg, i8** %2, align 8, !dbg !126
  %3 = load { i64, double* }, { i64, double* }* %r, align 8, !dbg !126
  %4 = call %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp6__ctorMFNaNbNcNiNfQBaZSQDrQDqQDj__TQDcSQCvQCyUQCsmZQCsTQClZQEa(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull returned %.sret_arg, { i64, double* } %3) #5, !dbg !126
  ret void, !dbg !126
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs7opSliceMFNaNbNiNfZSQFqQFpQFi__TQFbSQEqQEtUQEnmZQEnTQEgZQFz(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* noalias sret(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult") align 8 %.sret_arg, %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0 !dbg !127 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, metadata !129, metadata !DIExpression()), !dbg !131
  %1 = bitcast %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg to i8*, !dbg !132
  %2 = bitcast %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg to i8*, !dbg !132
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %1, i8* align 1 %2, i64 40, i1 false), !dbg !132
  ret void, !dbg !132
}


; Function Attrs: uwtable
define weak_odr zeroext i1 @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5emptyMFNaNbNdNiNfZb(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0 !dbg !133 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, metadata !137, metadata !DIExpression()), !dbg !138
  call void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5primeMFNaNbNiNfZv(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0, !dbg !139
  %1 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  %2 = call zeroext i1 @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5emptyMFNaNbNdNiNfZb(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %1) #0, !dbg !140
  ret i1 %2, !dbg !140
}


; Function Attrs: uwtable
define weak_odr double @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5frontMFNaNbNdNiNfZxd(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0 !dbg !141 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, metadata !145, metadata !DIExpression()), !dbg !146
  call void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5primeMFNaNbNiNfZv(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0, !dbg !147
  %1 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  %2 = call double @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5frontMFNaNbNdNiNfZxd(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %1) #0, !dbg !148
  ret double %2, !dbg !148
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs8popFrontMFNaNbNiNfZv(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0 !dbg !149 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, metadata !153, metadata !DIExpression()), !dbg !154
  call void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5primeMFNaNbNiNfZv(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0, !dbg !155
  br label %dowhile

dowhile:                                          ; preds = %andandend, %0
  %1 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  call void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp8popFrontMFNaNbNiNfZv(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %1) #0, !dbg !156
  br label %dowhilecond

dowhilecond:                                      ; preds = %dowhile
  %2 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  %3 = call zeroext i1 @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5emptyMFNaNbNdNiNfZb(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %2) #0, !dbg !156
  %4 = icmp eq i1 %3, false, !dbg !156
  br i1 %4, label %andand, label %andandend, !dbg !156

andand:                                           ; preds = %dowhilecond
  %5 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  %6 = call double @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5frontMFNaNbNdNiNfZxd(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %5) #0, !dbg !156
  %7 = call zeroext i1 @_D6rangesQhUPxdmZ__T9__lambda6TxdZQoFNaNbNiNfxdZb(double %6) #0, !dbg !156
  %8 = icmp eq i1 %7, false, !dbg !156
  br label %andandend

andandend:                                        ; preds = %andand, %dowhilecond
  %andandval = phi i1 [ false, %dowhilecond ], [ %8, %andand ], !dbg !156
  br i1 %andandval, label %dowhile, label %enddowhile

enddowhile:                                       ; preds = %andandend
  ret void, !dbg !159
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFNaNbNiNfQBvZSQCuQCt__TQCqTQCnZQCyFQCvZ__TQCbZQCf(%"std.range.retro!(Result).retro.Result!().Result"* noalias sret(%"std.range.retro!(Result).retro.Result!().Result") align 8 %.sret_arg, %"std.range.iota!(int, ulong, int).iota.Result"* byval(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %r) #0 !dbg !60 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %r, metadata !64, metadata !DIExpression()), !dbg !160
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.sret_arg, i32 0, i32 0
  %2 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %1 to i8*, !dbg !161
  %3 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %r to i8*, !dbg !161
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %2, i8* align 1 %3, i64 24, i1 false), !dbg !161
  ret void, !dbg !161
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T4iotaTiTmTiZQmFNaNbNiNfimiZSQBpQBo__TQBlTiTmTiZQBvFimiZ6Result(%"std.range.iota!(int, ulong, int).iota.Result"* noalias sret(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %.sret_arg, i32 %begin_arg, i64 %end_arg, i32 %step_arg) #0 !dbg !66 {
  %begin = alloca i32, align 4
  %end = alloca i64, align 8
  %step = alloca i32, align 4
  store i32 %begin_arg, i32* %begin, align 4, !dbg !162
  call void @llvm.dbg.declare(metadata i32* %begin, metadata !70, metadata !DIExpression()), !dbg !162
  store i64 %end_arg, i64* %end, align 8, !dbg !162
  call void @llvm.dbg.declare(metadata i64* %end, metadata !72, metadata !DIExpression()), !dbg !162
  store i32 %step_arg, i32* %step, align 4, !dbg !162
  call void @llvm.dbg.declare(metadata i32* %step, metadata !73, metadata !DIExpression()), !dbg !162
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg, i32 0, i32 0
  store i64 0, i64* %1, align 8, !dbg !163
  %2 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg, i32 0, i32 1
  store i64 0, i64* %2, align 8, !dbg !163
  %3 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg, i32 0, i32 2
  store i32 0, i32* %3, align 4, !dbg !163
  %4 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg to i8*, !dbg !163
  %.padding = getelementptr inbounds i8, i8* %4, i32 20
  call void @llvm.memset.p0i8.i64(i8* align 1 %.padding, i8 0, i64 4, i1 false), !dbg !163
  %5 = load i32, i32* %begin, align 4, !dbg !163
  %6 = sext i32 %5 to i64
  %7 = load i64, i64* %end, align 8, !dbg !163
  %8 = load i32, i32* %step, align 4, !dbg !163
  %9 = call %"std.range.iota!(int, ulong, int).iota.Result"* @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6__ctorMFNaNbNcNiNfmmiZSQClQCk__TQChTiTmTiZQCrFimiZQCg(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull returned %.sret_arg, i64 %6, i64 %7, i32 %8) #0, !dbg !163
  ret void, !dbg !163
}


; Function Attrs: uwtable
define weak_odr zeroext i1 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw5emptyMFNaNbNdNiNfZb(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !164 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !166, metadata !DIExpression()), !dbg !168
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = call zeroext i1 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result5emptyMxFNaNbNdNiNfZb(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %1) #0, !dbg !169
  ret i1 %2, !dbg !169
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw5frontMFNaNbNdNiNfZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !170 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !174, metadata !DIExpression()), !dbg !175
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result4backMNgFNaNbNdNiNfZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %1) #0, !dbg !176
  ret i64 %2, !dbg !176
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw8popFrontMFNaNbNiNfZv(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !177 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !179, metadata !DIExpression()), !dbg !180
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  call void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7popBackMFNaNbNiNfZv(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %1) #0, !dbg !181
  ret void, !dbg !182
}


; Function Attrs: uwtable
define weak_odr double @_D6ranges__T7productTS3std9algorithm9iteration__T9MapResultSQCgQCjUPxdmZ10__lambda11TAxdZQBoZQDdFNaNbNiNfQDgZd(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* noalias nocapture align 8 %values) #0 !dbg !183 {
  %first = alloca double, align 8
  %.hidden_copy_for_IndirectByvalRewrite = alloca %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %values, metadata !185, metadata !DIExpression()), !dbg !188
  %1 = call zeroext i1 @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr5emptyMFNaNbNdNiNfZb(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %values) #0, !dbg !189
  br i1 %1, label %if, label %endif

if:                                               ; preds = %0
  ret double 1.000000e+00, !dbg !191

dummy.afterreturn:                                ; No predecessors!
  br label %endif

endif:                                            ; preds = %dummy.afterreturn, %0
  call void @llvm.dbg.declare(metadata double* %first, metadata !186, metadata !DIExpression()), !dbg !193
  %2 = call double @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr5frontMFNaNbNdNiNfZd(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %values) #0, !dbg !194
  store double %2, double* %first, align 8, !dbg !194
  call void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr8popFrontMFNaNbNiNfZv(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %values) #0, !dbg !195
  %3 = load double, double* %first, align 8, !dbg !196
  %4 = bitcast %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.hidden_copy_for_IndirectByvalRewrite to i8*, !dbg !196
  %5 = bitcast %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %values to i8*, !dbg !196
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %4, i8* align 8 %5, i64 24, i1 false), !dbg !196
  %6 = call double @_D6ranges__T7productTS3std9algorithm9iteration__T9MapResultSQCgQCjUPxdmZ10__lambda11TAxdZQBoZQDdFNaNbNiNfQDgZd(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* noalias nocapture align 8 %.hidden_copy_for_IndirectByvalRewrite) #0, !dbg !196
  %7 = fmul double %3, %6, !dbg !196
  ret double %7, !dbg !196
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T3mapS6rangesQhUPxdmZ10__lambda11Z__TQBkTAxdZQBsMFNaNbNiNfQrZSQDkQDjQDc__T9MapResultSQDbQDeUQCymZQCyTQCiZQBf(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult") align 8 %.sret_arg, i8* nonnull %.nest_arg, { i64, double* } %r_arg) #0 !dbg !97 {
  %r = alloca { i64, double* }, align 8
  store { i64, double* } %r_arg, { i64, double* }* %r, align 8, !dbg !197
  call void @llvm.dbg.declare(metadata { i64, double* }* %r, metadata !102, metadata !DIExpression()), !dbg !197
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 0
  store { i64, double* } zeroinitializer, { i64, double* }* %1, align 8, !dbg !198
  %2 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 1
  store i8* %.nest_arg, i8** %2, align 8, !dbg !198
  %3 = load { i64, double* }, { i64, double* }* %r, align 8, !dbg !198
  %4 = call %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr6__ctorMFNaNbNcNiNfQBaZSQDtQDsQDl__TQDeSQCxQDaUQCumZQCuTQClZQEc(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull returned %.sret_arg, { i64, double* } %3) #5, !dbg !198
  ret void, !dbg !198
}


; Function Attrs: uwtable
define weak_odr zeroext i1 @_D3std5range10primitives__T5emptyTAxdZQlFNaNbNdNiNfMKQtZb({ i64, double* }* dereferenceable(16) %a) #0 !dbg !199 {
  call void @llvm.dbg.value(metadata { i64, double* }* %a, metadata !203, metadata !DIExpression()), !dbg !205
  %1 = getelementptr inbounds { i64, double* }, { i64, double* }* %a, i32 0, i32 0
  %.len = load i64, i64* %1, align 8, !dbg !206
  %2 = icmp ne i64 %.len, 0, !dbg !206
  %3 = icmp eq i1 %2, false, !dbg !206
  ret i1 %3, !dbg !206
}


; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #1


; Function Attrs: uwtable
define weak_odr double* @_D3std5range10primitives__T5frontTdZQjFNaNbNcNdNiNfNkMANgdZNgd({ i64, double* } %a_arg) #0 !dbg !207 {
  %a = alloca { i64, double* }, align 8
  store { i64, double* } %a_arg, { i64, double* }* %a, align 8, !dbg !217
  call void @llvm.dbg.declare(metadata { i64, double* }* %a, metadata !212, metadata !DIExpression()), !dbg !217
  %1 = getelementptr inbounds { i64, double* }, { i64, double* }* %a, i32 0, i32 0
  %.len = load i64, i64* %1, align 8, !dbg !218
  %bounds.cmp = icmp ult i64 0, %.len, !dbg !218
  br i1 %bounds.cmp, label %bounds.ok, label %bounds.fail, !dbg !218

bounds.ok:                                        ; preds = %0
  %2 = getelementptr inbounds { i64, double* }, { i64, double* }* %a, i32 0, i32 1
  %.ptr = load double*, double** %2, align 8, !dbg !218
  %3 = getelementptr inbounds double, double* %.ptr, i64 0
  ret double* %3, !dbg !218

bounds.fail:                                      ; preds = %0
  call void @__assert(i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str, i32 0, i32 0), i8* getelementptr inbounds ([63 x i8], [63 x i8]* @.str.1, i32 0, i32 0), i32 2478) #2, !dbg !218
  unreachable, !dbg !218
}


; Function Attrs: cold noreturn nounwind uwtable
declare void @__assert(i8*, i8*, i32) #2


; Function Attrs: uwtable
define weak_odr void @_D3std5range10primitives__T8popFrontTdZQmFNaNbNiNfMKANgdZv({ i64, double* }* dereferenceable(16) %a) #0 !dbg !219 {
  call void @llvm.dbg.value(metadata { i64, double* }* %a, metadata !221, metadata !DIExpression()), !dbg !223
  %1 = getelementptr inbounds { i64, double* }, { i64, double* }* %a, i32 0, i32 0
  %.len = load i64, i64* %1, align 8, !dbg !224
  %2 = getelementptr inbounds { i64, double* }, { i64, double* }* %a, i32 0, i32 0
  %.len1 = load i64, i64* %2, align 8, !dbg !224
  %bounds.cmp.lo = icmp ule i64 1, %.len, !dbg !224
  br i1 %bounds.cmp.lo, label %bounds.ok, label %bounds.fail, !dbg !224

bounds.ok:                                        ; preds = %0
  %3 = getelementptr inbounds { i64, double* }, { i64, double* }* %a, i32 0, i32 1
  %.ptr = load double*, double** %3, align 8, !dbg !224
  %lowerbound = getelementptr inbounds double, double* %.ptr, i64 1
  %4 = sub i64 %.len, 1, !dbg !224
  %5 = insertvalue { i64, double* } undef, i64 %4, 0, !dbg !224
  %6 = insertvalue { i64, double* } %5, double* %lowerbound, 1, !dbg !224
  %7 = getelementptr inbounds { i64, double* }, { i64, double* }* %a, i32 0, i32 0
  store i64 %4, i64* %7, align 8, !dbg !224
  %8 = getelementptr inbounds { i64, double* }, { i64, double* }* %a, i32 0, i32 1
  store double* %lowerbound, double** %8, align 8, !dbg !224
  ret void, !dbg !225

bounds.fail:                                      ; preds = %0
  call void @__assert(i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str.2, i32 0, i32 0), i8* getelementptr inbounds ([63 x i8], [63 x i8]* @.str.1, i32 0, i32 0), i32 2281) #2, !dbg !224
  unreachable, !dbg !224
}


; Function Attrs: uwtable
define weak_odr %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp6__ctorMFNaNbNcNiNfQBaZSQDrQDqQDj__TQDcSQCvQCyUQCsmZQCsTQClZQEa(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull returned %.this_arg, { i64, double* } %input_arg) #0 !dbg !226 {
  %input = alloca { i64, double* }, align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, metadata !228, metadata !DIExpression()), !dbg !231
  store { i64, double* } %input_arg, { i64, double* }* %input, align 8, !dbg !231
  call void @llvm.dbg.declare(metadata { i64, double* }* %input, metadata !230, metadata !DIExpression()), !dbg !231
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = getelementptr inbounds { i64, double* }, { i64, double* }* %input, i32 0, i32 1
  %.ptr = load double*, double** %2, align 8, !dbg !232
  %3 = getelementptr inbounds { i64, double* }, { i64, double* }* %input, i32 0, i32 0
  %.len = load i64, i64* %3, align 8, !dbg !232
  %4 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 0
  store i64 %.len, i64* %4, align 8, !dbg !232
  %5 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 1
  store double* %.ptr, double** %5, align 8, !dbg !232
  ret %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, !dbg !231
}


; Function Attrs: uwtable
define linkonce_odr hidden double @_D6rangesQhUPxdmZ__T9__lambda5TxdZQoFNaNbNiNfxdZxd(double %v_arg) #0 !dbg !233 {
  %v = alloca double, align 8
  store double %v_arg, double* %v, align 8, !dbg !236
  call void @llvm.dbg.declare(metadata double* %v, metadata !235, metadata !DIExpression()), !dbg !236
  %1 = load double, double* %v, align 8, !dbg !237
  %2 = load double, double* %v, align 8, !dbg !237
  %3 = fmul double %1, %2, !dbg !237
  ret double %3, !dbg !237
}


; Function Attrs: uwtable
define weak_odr zeroext i1 @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5emptyMFNaNbNdNiNfZb(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !238 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, metadata !240, metadata !DIExpression()), !dbg !241
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = call zeroext i1 @_D3std5range10primitives__T5emptyTAxdZQlFNaNbNdNiNfMKQtZb({ i64, double* }* dereferenceable(16) %1) #0, !dbg !242
  ret i1 %2, !dbg !242
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp8popFrontMFNaNbNiNfZv(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !243 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, metadata !245, metadata !DIExpression()), !dbg !246
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  call void @_D3std5range10primitives__T8popFrontTdZQmFNaNbNiNfMKANgdZv({ i64, double* }* dereferenceable(16) %1) #0, !dbg !247
  ret void, !dbg !248
}


; Function Attrs: uwtable
define weak_odr double @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5frontMFNaNbNdNiNfZxd(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !249 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, metadata !251, metadata !DIExpression()), !dbg !252
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = load { i64, double* }, { i64, double* }* %1, align 8, !dbg !253
  %3 = call double* @_D3std5range10primitives__T5frontTdZQjFNaNbNcNdNiNfNkMANgdZNgd({ i64, double* } %2) #0, !dbg !253
  %4 = load double, double* %3, align 8, !dbg !253
  %5 = call double @_D6rangesQhUPxdmZ__T9__lambda5TxdZQoFNaNbNiNfxdZxd(double %4) #0, !dbg !253
  ret double %5, !dbg !253
}


; Function Attrs: uwtable
define weak_odr double @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp7opIndexMFNaNbNiNfmZxd(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %.this_arg, i64 %index_arg) #0 !dbg !254 {
  %index = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, metadata !256, metadata !DIExpression()), !dbg !258
  store i64 %index_arg, i64* %index, align 8, !dbg !258
  call void @llvm.dbg.declare(metadata i64* %index, metadata !257, metadata !DIExpression()), !dbg !258
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = load i64, i64* %index, align 8, !dbg !259
  %3 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 0
  %.len = load i64, i64* %3, align 8, !dbg !259
  %bounds.cmp = icmp ult i64 %2, %.len, !dbg !259
  br i1 %bounds.cmp, label %bounds.ok, label %bounds.fail, !dbg !259

bounds.ok:                                        ; preds = %0
  %4 = load i64, i64* %index, align 8, !dbg !259
  %5 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 1
  %.ptr = load double*, double** %5, align 8, !dbg !259
  %6 = getelementptr inbounds double, double* %.ptr, i64 %4
  %7 = load double, double* %6, align 8, !dbg !259
  %8 = call double @_D6rangesQhUPxdmZ__T9__lambda5TxdZQoFNaNbNiNfxdZxd(double %7) #0, !dbg !259
  ret double %8, !dbg !259

bounds.fail:                                      ; preds = %0
  call void @__assert(i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str, i32 0, i32 0), i8* getelementptr inbounds ([66 x i8], [66 x i8]* @.str.3, i32 0, i32 0), i32 594) #2, !dbg !259
  unreachable, !dbg !259
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp9__mixin116lengthMFNaNbNdNiNfZm(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !260 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, metadata !262, metadata !DIExpression()), !dbg !263
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 0
  %.len = load i64, i64* %2, align 8, !dbg !264
  ret i64 %.len, !dbg !264
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp7opSliceMFNaNbNiNfmmZSQDpQDoQDh__TQDaSQCtQCwUQCqmZQCqTQCjZQDy(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult") align 8 %.sret_arg, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %.this_arg, i64 %low_arg, i64 %high_arg) #0 !dbg !265 {
  %low = alloca i64, align 8
  %high = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, metadata !267, metadata !DIExpression()), !dbg !270
  store i64 %low_arg, i64* %low, align 8, !dbg !270
  call void @llvm.dbg.declare(metadata i64* %low, metadata !268, metadata !DIExpression()), !dbg !270
  store i64 %high_arg, i64* %high, align 8, !dbg !270
  call void @llvm.dbg.declare(metadata i64* %high, metadata !269, metadata !DIExpression()), !dbg !270
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 0
  store { i64, double* } zeroinitializer, { i64, double* }* %1, align 8, !dbg !271
  %2 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 1
  %.vthis = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 1
  %3 = load i8*, i8** %.vthis, align 8, !dbg !271
  store i8* %3, i8** %2, align 8, !dbg !271
  %4 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %5 = load i64, i64* %low, align 8, !dbg !271
  %6 = load i64, i64* %high, align 8, !dbg !271
  %7 = getelementptr inbounds { i64, double* }, { i64, double* }* %4, i32 0, i32 0
  %.len = load i64, i64* %7, align 8, !dbg !271
  %bounds.cmp.up = icmp ule i64 %6, %.len, !dbg !271
  %bounds.cmp.lo = icmp ule i64 %5, %6, !dbg !271
  %8 = and i1 %bounds.cmp.up, %bounds.cmp.lo, !dbg !271
  br i1 %8, label %bounds.ok, label %bounds.fail, !dbg !271

bounds.ok:                                        ; preds = %0
  %9 = getelementptr inbounds { i64, double* }, { i64, double* }* %4, i32 0, i32 1
  %.ptr = load double*, double** %9, align 8, !dbg !271
  %lowerbound = getelementptr inbounds double, double* %.ptr, i64 %5
  %10 = sub i64 %6, %5, !dbg !271
  %11 = insertvalue { i64, double* } undef, i64 %10, 0, !dbg !271
  %12 = insertvalue { i64, double* } %11, double* %lowerbound, 1, !dbg !271
  %13 = call %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp6__ctorMFNaNbNcNiNfQBaZSQDrQDqQDj__TQDcSQCvQCyUQCsmZQCsTQClZQEa(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull returned %.sret_arg, { i64, double* } %12) #0, !dbg !271
  ret void, !dbg !271

bounds.fail:                                      ; preds = %0
  call void @__assert(i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str.2, i32 0, i32 0), i8* getelementptr inbounds ([66 x i8], [66 x i8]* @.str.3, i32 0, i32 0), i32 611) #2, !dbg !271
  unreachable, !dbg !271
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp4saveMFNaNbNdNiNfZSQDmQDlQDe__TQCxSQCqQCtUQCnmZQCnTQCgZQDv(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult") align 8 %.sret_arg, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !272 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, metadata !274, metadata !DIExpression()), !dbg !275
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 0
  store { i64, double* } zeroinitializer, { i64, double* }* %1, align 8, !dbg !276
  %2 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 1
  %.vthis = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 1
  %3 = load i8*, i8** %.vthis, align 8, !dbg !276
  store i8* %3, i8** %2, align 8, !dbg !276
  %4 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %5 = load { i64, double* }, { i64, double* }* %4, align 8, !dbg !276
  %6 = call { i64, double* } @_D3std5range10primitives__T4saveTdZQiFNaNbNdNiNfNkMANgdZQf({ i64, double* } %5) #5, !dbg !276
  %7 = call %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp6__ctorMFNaNbNcNiNfQBaZSQDrQDqQDj__TQDcSQCvQCyUQCsmZQCsTQClZQEa(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull returned %.sret_arg, { i64, double* } %6) #0, !dbg !276
  ret void, !dbg !276
}


; Function Attrs: uwtable
define weak_odr { i64, double* } @_D3std5range10primitives__T4saveTdZQiFNaNbNdNiNfNkMANgdZQf({ i64, double* } %a_arg) #0 !dbg !277 {
  %a = alloca { i64, double* }, align 8
  store { i64, double* } %a_arg, { i64, double* }* %a, align 8, !dbg !282
  call void @llvm.dbg.declare(metadata { i64, double* }* %a, metadata !281, metadata !DIExpression()), !dbg !282
  %1 = load { i64, double* }, { i64, double* }* %a, align 8, !dbg !283
  %2 = load { i64, double* }, { i64, double* }* %a, align 8, !dbg !283
  ret { i64, double* } %2, !dbg !283
}


; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #3


; Function Attrs: uwtable
define weak_odr %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs6__ctorMFNaNbNcNiNfQCzZSQFuQFtQFm__TQFfSQEuQExUQErmZQErTQEkZQGd(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull returned %.this_arg, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias nocapture align 8 %r) #0 !dbg !284 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, metadata !286, metadata !DIExpression()), !dbg !288
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %r, metadata !287, metadata !DIExpression()), !dbg !288
  %1 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  %2 = bitcast %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %1 to i8*, !dbg !289
  %3 = bitcast %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %r to i8*, !dbg !289
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %2, i8* align 1 %3, i64 24, i1 false), !dbg !289
  ret %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, !dbg !288
}


; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #4


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5primeMFNaNbNiNfZv(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0 !dbg !290 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, metadata !292, metadata !DIExpression()), !dbg !293
  %1 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 1
  %2 = load i8, i8* %1, align 1, !dbg !294
  %3 = trunc i8 %2 to i1, !dbg !294
  br i1 %3, label %if, label %endif

if:                                               ; preds = %0
  ret void, !dbg !296

dummy.afterreturn:                                ; No predecessors!
  br label %endif

endif:                                            ; preds = %dummy.afterreturn, %0
  br label %forcond

forcond:                                          ; preds = %forinc, %endif
  %4 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  %5 = call zeroext i1 @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5emptyMFNaNbNdNiNfZb(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %4) #0, !dbg !298
  %6 = icmp eq i1 %5, false, !dbg !298
  br i1 %6, label %andand, label %andandend, !dbg !298

andand:                                           ; preds = %forcond
  %7 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  %8 = call double @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5frontMFNaNbNdNiNfZxd(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %7) #0, !dbg !298
  %9 = call zeroext i1 @_D6rangesQhUPxdmZ__T9__lambda6TxdZQoFNaNbNiNfxdZb(double %8) #0, !dbg !298
  %10 = icmp eq i1 %9, false, !dbg !298
  br label %andandend

andandend:                                        ; preds = %andand, %forcond
  %andandval = phi i1 [ false, %forcond ], [ %10, %andand ], !dbg !298
  br i1 %andandval, label %forbody, label %endfor

forbody:                                          ; preds = %andandend
  %11 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  call void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp8popFrontMFNaNbNiNfZv(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %11) #0, !dbg !300
  br label %forinc

forinc:                                           ; preds = %forbody
  br label %forcond

endfor:                                           ; preds = %andandend
  %12 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 1
  store i8 1, i8* %12, align 1, !dbg !302
  ret void, !dbg !303
}


; Function Attrs: uwtable
define linkonce_odr hidden zeroext i1 @_D6rangesQhUPxdmZ__T9__lambda6TxdZQoFNaNbNiNfxdZb(double %v_arg) #0 !dbg !304 {
  %v = alloca double, align 8
  store double %v_arg, double* %v, align 8, !dbg !307
  call void @llvm.dbg.declare(metadata double* %v, metadata !306, metadata !DIExpression()), !dbg !307
  %1 = load double, double* %v, align 8, !dbg !308
  %2 = fcmp ogt double %1, 1.000000e-01, !dbg !308
  ret i1 %2, !dbg !308
}


; Function Attrs: uwtable
define weak_odr %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs6__ctorMFNaNbNcNiNfQCzbZSQFvQFuQFn__TQFgSQEvQEyUQEsmZQEsTQElZQGe(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull returned %.this_arg, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias nocapture align 8 %r, i1 zeroext %primed_arg) #0 !dbg !309 {
  %primed = alloca i8, align 1
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, metadata !311, metadata !DIExpression()), !dbg !314
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %r, metadata !312, metadata !DIExpression()), !dbg !314
  %1 = zext i1 %primed_arg to i8, !dbg !314
  store i8 %1, i8* %primed, align 1, !dbg !314
  call void @llvm.dbg.declare(metadata i8* %primed, metadata !313, metadata !DIExpression()), !dbg !314
  %2 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  %3 = bitcast %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %2 to i8*, !dbg !315
  %4 = bitcast %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %r to i8*, !dbg !315
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %3, i8* align 1 %4, i64 24, i1 false), !dbg !315
  %5 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 1
  %6 = load i8, i8* %primed, align 1, !dbg !316
  %7 = trunc i8 %6 to i1, !dbg !316
  %8 = zext i1 %7 to i8, !dbg !316
  store i8 %8, i8* %5, align 1, !dbg !316
  ret %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, !dbg !314
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs4saveMFNaNbNdNiNfZSQFpQFoQFh__TQFaSQEpQEsUQEmmZQEmTQEfZQFy(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* noalias sret(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult") align 8 %.sret_arg, %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull %.this_arg) #0 !dbg !317 {
  %.sret_tmp = alloca %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult", align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, metadata !319, metadata !DIExpression()), !dbg !320
  %1 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg, i32 0, i32 0
  %2 = bitcast %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* %1 to i8*, !dbg !321
  call void @llvm.memset.p0i8.i64(i8* align 1 %2, i8 0, i64 24, i1 false), !dbg !321
  %3 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg, i32 0, i32 1
  store i8 0, i8* %3, align 1, !dbg !321
  %4 = bitcast %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg to i8*, !dbg !321
  %.padding = getelementptr inbounds i8, i8* %4, i32 25
  call void @llvm.memset.p0i8.i64(i8* align 1 %.padding, i8 0, i64 7, i1 false), !dbg !321
  %5 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.sret_arg, i32 0, i32 3
  %.vthis = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 3
  %6 = load i8*, i8** %.vthis, align 8, !dbg !321
  store i8* %6, i8** %5, align 8, !dbg !321
  %7 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 0
  call void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp4saveMFNaNbNdNiNfZSQDmQDlQDe__TQCxSQCqQCtUQCnmZQCnTQCgZQDv(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult") align 8 %.sret_tmp, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* nonnull %7) #0, !dbg !321
  %8 = getelementptr inbounds %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult", %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* %.this_arg, i32 0, i32 1
  %9 = load i8, i8* %8, align 1, !dbg !321
  %10 = trunc i8 %9 to i1, !dbg !321
  %11 = call %"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* @_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs6__ctorMFNaNbNcNiNfQCzbZSQFvQFuQFn__TQFgSQEvQEyUQEsmZQEsTQElZQGe(%"ranges.ranges.FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[])).FilterResult"* nonnull returned %.sret_arg, %"ranges.ranges.MapResult!(__lambda5, const(double)[]).MapResult"* noalias nocapture align 8 %.sret_tmp, i1 zeroext %10) #0, !dbg !321
  ret void, !dbg !321
}


; Function Attrs: uwtable
define weak_odr %"std.range.iota!(int, ulong, int).iota.Result"* @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6__ctorMFNaNbNcNiNfmmiZSQClQCk__TQChTiTmTiZQCrFimiZQCg(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull returned %.this_arg, i64 %current_arg, i64 %pastLast_arg, i32 %step_arg) #0 !dbg !322 {
  %current = alloca i64, align 8
  %pastLast = alloca i64, align 8
  %step = alloca i32, align 4
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !324, metadata !DIExpression()), !dbg !329
  store i64 %current_arg, i64* %current, align 8, !dbg !329
  call void @llvm.dbg.declare(metadata i64* %current, metadata !326, metadata !DIExpression()), !dbg !329
  store i64 %pastLast_arg, i64* %pastLast, align 8, !dbg !329
  call void @llvm.dbg.declare(metadata i64* %pastLast, metadata !327, metadata !DIExpression()), !dbg !329
  store i32 %step_arg, i32* %step, align 4, !dbg !329
  call void @llvm.dbg.declare(metadata i32* %step, metadata !328, metadata !DIExpression()), !dbg !329
  %1 = load i64, i64* %current, align 8, !dbg !330
  %2 = load i64, i64* %pastLast, align 8, !dbg !330
  %3 = icmp ult i64 %1, %2, !dbg !330
  br i1 %3, label %andand, label %andandend, !dbg !330

andand:                                           ; preds = %0
  %4 = load i32, i32* %step, align 4, !dbg !330
  %5 = icmp sgt i32 %4, 0, !dbg !330
  br label %andandend

andandend:                                        ; preds = %andand, %0
  %andandval = phi i1 [ false, %0 ], [ %5, %andand ], !dbg !330
  br i1 %andandval, label %if, label %else

if:                                               ; preds = %andandend
  %6 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %7 = load i64, i64* %pastLast, align 8, !dbg !332
  %8 = sub i64 %7, 1, !dbg !332
  store i64 %8, i64* %6, align 8, !dbg !332
  %9 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %10 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %11 = load i64, i64* %10, align 8, !dbg !335
  %12 = load i64, i64* %current, align 8, !dbg !335
  %13 = sub i64 %11, %12, !dbg !335
  %14 = call i64 @_D3std4conv__T8unsignedTmZQmFNaNbNiNfmZm(i64 %13) #5, !dbg !335
  %15 = load i32, i32* %step, align 4, !dbg !335
  %16 = sext i32 %15 to i64
  %17 = urem i64 %14, %16, !dbg !335
  %18 = load i64, i64* %9, align 8, !dbg !335
  %19 = sub i64 %18, %17, !dbg !335
  store i64 %19, i64* %9, align 8, !dbg !335
  br label %endif

else:                                             ; preds = %andandend
  %20 = load i64, i64* %current, align 8, !dbg !336
  %21 = load i64, i64* %pastLast, align 8, !dbg !336
  %22 = icmp ugt i64 %20, %21, !dbg !336
  br i1 %22, label %andand1, label %andandend2, !dbg !336

andand1:                                          ; preds = %else
  %23 = load i32, i32* %step, align 4, !dbg !336
  %24 = icmp slt i32 %23, 0, !dbg !336
  br label %andandend2

andandend2:                                       ; preds = %andand1, %else
  %andandval3 = phi i1 [ false, %else ], [ %24, %andand1 ], !dbg !336
  br i1 %andandval3, label %if4, label %else6

if4:                                              ; preds = %andandend2
  %25 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %26 = load i64, i64* %pastLast, align 8, !dbg !339
  %27 = add i64 %26, 1, !dbg !339
  store i64 %27, i64* %25, align 8, !dbg !339
  %28 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %29 = load i64, i64* %current, align 8, !dbg !342
  %30 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %31 = load i64, i64* %30, align 8, !dbg !342
  %32 = sub i64 %29, %31, !dbg !342
  %33 = call i64 @_D3std4conv__T8unsignedTmZQmFNaNbNiNfmZm(i64 %32) #5, !dbg !342
  %34 = load i32, i32* %step, align 4, !dbg !342
  %35 = sub i32 0, %34, !dbg !342
  %36 = sext i32 %35 to i64
  %37 = urem i64 %33, %36, !dbg !342
  %38 = load i64, i64* %28, align 8, !dbg !342
  %39 = add i64 %38, %37, !dbg !342
  store i64 %39, i64* %28, align 8, !dbg !342
  br label %endif5

else6:                                            ; preds = %andandend2
  %40 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  store i32 0, i32* %40, align 4, !dbg !343
  ret %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, !dbg !346

dummy.afterreturn:                                ; No predecessors!
  br label %endif5

endif5:                                           ; preds = %dummy.afterreturn, %if4
  br label %endif

endif:                                            ; preds = %endif5, %if
  %41 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %42 = load i32, i32* %step, align 4, !dbg !347
  store i32 %42, i32* %41, align 4, !dbg !347
  %43 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %44 = load i64, i64* %current, align 8, !dbg !348
  store i64 %44, i64* %43, align 8, !dbg !348
  ret %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, !dbg !329
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std4conv__T8unsignedTmZQmFNaNbNiNfmZm(i64 %x_arg) #0 !dbg !349 {
  %x = alloca i64, align 8
  store i64 %x_arg, i64* %x, align 8, !dbg !352
  call void @llvm.dbg.declare(metadata i64* %x, metadata !351, metadata !DIExpression()), !dbg !352
  %1 = load i64, i64* %x, align 8, !dbg !353
  %2 = load i64, i64* %x, align 8, !dbg !353
  ret i64 %2, !dbg !353
}


; Function Attrs: uwtable
define weak_odr zeroext i1 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result5emptyMxFNaNbNdNiNfZb(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0 !dbg !354 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !356, metadata !DIExpression()), !dbg !357
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %2 = load i32, i32* %1, align 4, !dbg !358
  %3 = icmp eq i32 %2, 0, !dbg !358
  ret i1 %3, !dbg !358
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result5frontMNgFNaNbNdNiNfZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0 !dbg !359 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !364, metadata !DIExpression()), !dbg !365
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %2 = load i64, i64* %1, align 8, !dbg !366
  %3 = load i64, i64* %1, align 8, !dbg !366
  ret i64 %3, !dbg !366
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result8popFrontMFNaNbNiNfZv(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0 !dbg !367 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !369, metadata !DIExpression()), !dbg !370
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %2 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %3 = load i64, i64* %1, align 8, !dbg !371
  %4 = load i64, i64* %2, align 8, !dbg !371
  %5 = icmp eq i64 %3, %4, !dbg !371
  br i1 %5, label %if, label %else

if:                                               ; preds = %0
  %6 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  store i32 0, i32* %6, align 4, !dbg !373
  br label %endif

else:                                             ; preds = %0
  %7 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %8 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %9 = load i32, i32* %8, align 4, !dbg !375
  %10 = sext i32 %9 to i64
  %11 = load i64, i64* %7, align 8, !dbg !375
  %12 = add i64 %11, %10, !dbg !375
  store i64 %12, i64* %7, align 8, !dbg !375
  br label %endif

endif:                                            ; preds = %else, %if
  ret void, !dbg !377
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result4backMNgFNaNbNdNiNfZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0 !dbg !378 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !380, metadata !DIExpression()), !dbg !381
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %2 = load i64, i64* %1, align 8, !dbg !382
  %3 = load i64, i64* %1, align 8, !dbg !382
  ret i64 %3, !dbg !382
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7popBackMFNaNbNiNfZv(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0 !dbg !383 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !385, metadata !DIExpression()), !dbg !386
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %2 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %3 = load i64, i64* %1, align 8, !dbg !387
  %4 = load i64, i64* %2, align 8, !dbg !387
  %5 = icmp eq i64 %3, %4, !dbg !387
  br i1 %5, label %if, label %else

if:                                               ; preds = %0
  %6 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  store i32 0, i32* %6, align 4, !dbg !389
  br label %endif

else:                                             ; preds = %0
  %7 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %8 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %9 = load i32, i32* %8, align 4, !dbg !391
  %10 = sext i32 %9 to i64
  %11 = load i64, i64* %7, align 8, !dbg !391
  %12 = sub i64 %11, %10, !dbg !391
  store i64 %12, i64* %7, align 8, !dbg !391
  br label %endif

endif:                                            ; preds = %else, %if
  ret void, !dbg !393
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result4saveMFNaNbNdNiNfZSQCgQCf__TQCcTiTmTiZQCmFimiZQCb(%"std.range.iota!(int, ulong, int).iota.Result"* noalias sret(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %.sret_arg, %"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0 !dbg !394 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !396, metadata !DIExpression()), !dbg !397
  %1 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg to i8*, !dbg !398
  %2 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg to i8*, !dbg !398
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %1, i8* align 1 %2, i64 24, i1 false), !dbg !398
  ret void, !dbg !398
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opIndexMNgFNaNbNiNfmZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg, i64 %n_arg) #0 !dbg !399 {
  %n = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !401, metadata !DIExpression()), !dbg !403
  store i64 %n_arg, i64* %n, align 8, !dbg !403
  call void @llvm.dbg.declare(metadata i64* %n, metadata !402, metadata !DIExpression()), !dbg !403
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %2 = load i64, i64* %1, align 8, !dbg !404
  %3 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %4 = load i32, i32* %3, align 4, !dbg !404
  %5 = sext i32 %4 to i64
  %6 = load i64, i64* %n, align 8, !dbg !404
  %7 = mul i64 %5, %6, !dbg !404
  %8 = add i64 %2, %7, !dbg !404
  ret i64 %8, !dbg !404
}


; Function Attrs: uwtable
define weak_odr zeroext i1 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result8containsMFNaNbNiNfmZb(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg, i64 %x_arg) #0 !dbg !405 {
  %x = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !407, metadata !DIExpression()), !dbg !409
  store i64 %x_arg, i64* %x, align 8, !dbg !409
  call void @llvm.dbg.declare(metadata i64* %x, metadata !408, metadata !DIExpression()), !dbg !409
  %1 = load i64, i64* %x, align 8, !dbg !410
  %2 = call zeroext i1 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result__T13opBinaryRightVAyaa2_696eZQBbMxFNaNbNiNfmZb(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg, i64 %1) #5, !dbg !410
  ret i1 %2, !dbg !410
}


; Function Attrs: uwtable
define weak_odr zeroext i1 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result__T13opBinaryRightVAyaa2_696eZQBbMxFNaNbNiNfmZb(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg, i64 %val_arg) #0 !dbg !411 {
  %val = alloca i64, align 8
  %supposedIndex = alloca i32, align 4
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !413, metadata !DIExpression()), !dbg !416
  store i64 %val_arg, i64* %val, align 8, !dbg !416
  call void @llvm.dbg.declare(metadata i64* %val, metadata !414, metadata !DIExpression()), !dbg !416
  %1 = call zeroext i1 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result5emptyMxFNaNbNdNiNfZb(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0, !dbg !417
  br i1 %1, label %if, label %endif

if:                                               ; preds = %0
  ret i1 false, !dbg !419

dummy.afterreturn:                                ; No predecessors!
  br label %endif

endif:                                            ; preds = %dummy.afterreturn, %0
  call void @llvm.dbg.declare(metadata i32* %supposedIndex, metadata !415, metadata !DIExpression()), !dbg !421
  %2 = load i64, i64* %val, align 8, !dbg !422
  %3 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %4 = load i64, i64* %3, align 8, !dbg !422
  %5 = sub i64 %2, %4, !dbg !422
  %6 = trunc i64 %5 to i32
  %7 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %8 = load i32, i32* %7, align 4, !dbg !422
  %9 = sdiv i32 %6, %8, !dbg !422
  store i32 %9, i32* %supposedIndex, align 4, !dbg !422
  %10 = load i32, i32* %supposedIndex, align 4, !dbg !423
  %11 = sext i32 %10 to i64
  %12 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6lengthMxFNaNbNdNiNfZm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0, !dbg !423
  %13 = icmp ult i64 %11, %12, !dbg !423
  br i1 %13, label %andand, label %andandend, !dbg !423

andand:                                           ; preds = %endif
  %14 = load i32, i32* %supposedIndex, align 4, !dbg !423
  %15 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %16 = load i32, i32* %15, align 4, !dbg !423
  %17 = mul i32 %14, %16, !dbg !423
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %20 = load i64, i64* %19, align 8, !dbg !423
  %21 = add i64 %18, %20, !dbg !423
  %22 = load i64, i64* %val, align 8, !dbg !423
  %23 = icmp eq i64 %21, %22, !dbg !423
  br label %andandend

andandend:                                        ; preds = %andand, %endif
  %andandval = phi i1 [ false, %endif ], [ %23, %andand ], !dbg !423
  ret i1 %andandval, !dbg !423
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opSliceMNgFNaNbNiNfZNgSQClQCk__TQChTiTmTiZQCrFimiZQCg(%"std.range.iota!(int, ulong, int).iota.Result"* noalias sret(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %.sret_arg, %"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0 !dbg !424 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !426, metadata !DIExpression()), !dbg !427
  %1 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg to i8*, !dbg !428
  %2 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg to i8*, !dbg !428
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %1, i8* align 1 %2, i64 24, i1 false), !dbg !428
  ret void, !dbg !428
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opSliceMNgFNaNbNiNfmmZNgSQCnQCm__TQCjTiTmTiZQCtFimiZQCi(%"std.range.iota!(int, ulong, int).iota.Result"* noalias sret(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %.sret_arg, %"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg, i64 %lower_arg, i64 %upper_arg) #0 !dbg !429 {
  %lower = alloca i64, align 8
  %upper = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !431, metadata !DIExpression()), !dbg !434
  store i64 %lower_arg, i64* %lower, align 8, !dbg !434
  call void @llvm.dbg.declare(metadata i64* %lower, metadata !432, metadata !DIExpression()), !dbg !434
  store i64 %upper_arg, i64* %upper, align 8, !dbg !434
  call void @llvm.dbg.declare(metadata i64* %upper, metadata !433, metadata !DIExpression()), !dbg !434
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg, i32 0, i32 0
  store i64 0, i64* %1, align 8, !dbg !435
  %2 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg, i32 0, i32 1
  store i64 0, i64* %2, align 8, !dbg !435
  %3 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg, i32 0, i32 2
  store i32 0, i32* %3, align 4, !dbg !435
  %4 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %.sret_arg to i8*, !dbg !435
  %.padding = getelementptr inbounds i8, i8* %4, i32 20
  call void @llvm.memset.p0i8.i64(i8* align 1 %.padding, i8 0, i64 4, i1 false), !dbg !435
  %5 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %6 = load i64, i64* %5, align 8, !dbg !435
  %7 = load i64, i64* %lower, align 8, !dbg !435
  %8 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %9 = load i32, i32* %8, align 4, !dbg !435
  %10 = sext i32 %9 to i64
  %11 = mul i64 %7, %10, !dbg !435
  %12 = add i64 %6, %11, !dbg !435
  %13 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %14 = load i64, i64* %13, align 8, !dbg !435
  %15 = load i64, i64* %upper, align 8, !dbg !435
  %16 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %17 = load i32, i32* %16, align 4, !dbg !435
  %18 = sext i32 %17 to i64
  %19 = mul i64 %15, %18, !dbg !435
  %20 = add i64 %14, %19, !dbg !435
  %21 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %22 = load i32, i32* %21, align 4, !dbg !435
  %23 = call %"std.range.iota!(int, ulong, int).iota.Result"* @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6__ctorMFNaNbNcNiNfmmiZSQClQCk__TQChTiTmTiZQCrFimiZQCg(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull returned %.sret_arg, i64 %12, i64 %20, i32 %22) #0, !dbg !435
  ret void, !dbg !435
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6lengthMxFNaNbNdNiNfZm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %.this_arg) #0 !dbg !436 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, metadata !438, metadata !DIExpression()), !dbg !439
  %1 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %2 = load i32, i32* %1, align 4, !dbg !440
  %3 = icmp sgt i32 %2, 0, !dbg !440
  br i1 %3, label %if, label %endif

if:                                               ; preds = %0
  %4 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %5 = load i64, i64* %4, align 8, !dbg !442
  %6 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %7 = load i64, i64* %6, align 8, !dbg !442
  %8 = sub i64 %5, %7, !dbg !442
  %9 = call i64 @_D3std4conv__T8unsignedTxmZQnFNaNbNiNfxmZm(i64 %8) #5, !dbg !442
  %10 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %11 = load i32, i32* %10, align 4, !dbg !442
  %12 = sext i32 %11 to i64
  %13 = udiv i64 %9, %12, !dbg !442
  %14 = add i64 1, %13, !dbg !442
  ret i64 %14, !dbg !442

dummy.afterreturn:                                ; No predecessors!
  br label %endif

endif:                                            ; preds = %dummy.afterreturn, %0
  %15 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %16 = load i32, i32* %15, align 4, !dbg !444
  %17 = icmp slt i32 %16, 0, !dbg !444
  br i1 %17, label %if1, label %endif2

if1:                                              ; preds = %endif
  %18 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 0
  %19 = load i64, i64* %18, align 8, !dbg !446
  %20 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 1
  %21 = load i64, i64* %20, align 8, !dbg !446
  %22 = sub i64 %19, %21, !dbg !446
  %23 = call i64 @_D3std4conv__T8unsignedTxmZQnFNaNbNiNfxmZm(i64 %22) #5, !dbg !446
  %24 = getelementptr inbounds %"std.range.iota!(int, ulong, int).iota.Result", %"std.range.iota!(int, ulong, int).iota.Result"* %.this_arg, i32 0, i32 2
  %25 = load i32, i32* %24, align 4, !dbg !446
  %26 = sub i32 0, %25, !dbg !446
  %27 = sext i32 %26 to i64
  %28 = udiv i64 %23, %27, !dbg !446
  %29 = add i64 1, %28, !dbg !446
  ret i64 %29, !dbg !446

dummy.afterreturn3:                               ; No predecessors!
  br label %endif2

endif2:                                           ; preds = %dummy.afterreturn3, %endif
  ret i64 0, !dbg !448
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std4conv__T8unsignedTxmZQnFNaNbNiNfxmZm(i64 %x_arg) #0 !dbg !449 {
  %x = alloca i64, align 8
  store i64 %x_arg, i64* %x, align 8, !dbg !453
  call void @llvm.dbg.declare(metadata i64* %x, metadata !451, metadata !DIExpression()), !dbg !453
  %1 = load i64, i64* %x, align 8, !dbg !454
  %2 = load i64, i64* %x, align 8, !dbg !454
  ret i64 %2, !dbg !454
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw10retroIndexMFNaNbNiNfmZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg, i64 %n_arg) #0 !dbg !455 {
  %n = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !457, metadata !DIExpression()), !dbg !459
  store i64 %n_arg, i64* %n, align 8, !dbg !459
  call void @llvm.dbg.declare(metadata i64* %n, metadata !458, metadata !DIExpression()), !dbg !459
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6lengthMxFNaNbNdNiNfZm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %1) #0, !dbg !460
  %3 = load i64, i64* %n, align 8, !dbg !460
  %4 = sub i64 %2, %3, !dbg !460
  %5 = sub i64 %4, 1, !dbg !460
  ret i64 %5, !dbg !460
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw4saveMFNaNbNdNiNfZSQDmQDl__TQDiTQDfZQDqFQDnZ__TQCtZQCx(%"std.range.retro!(Result).retro.Result!().Result"* noalias sret(%"std.range.retro!(Result).retro.Result!().Result") align 8 %.sret_arg, %"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !461 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !463, metadata !DIExpression()), !dbg !464
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.sret_arg, i32 0, i32 0
  %2 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  call void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result4saveMFNaNbNdNiNfZSQCgQCf__TQCcTiTmTiZQCmFimiZQCb(%"std.range.iota!(int, ulong, int).iota.Result"* noalias sret(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %1, %"std.range.iota!(int, ulong, int).iota.Result"* nonnull %2) #0, !dbg !465
  ret void, !dbg !465
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw4backMFNaNbNdNiNfZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !466 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !468, metadata !DIExpression()), !dbg !469
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result5frontMNgFNaNbNdNiNfZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %1) #0, !dbg !470
  ret i64 %2, !dbg !470
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw7popBackMFNaNbNiNfZv(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !471 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !473, metadata !DIExpression()), !dbg !474
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  call void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result8popFrontMFNaNbNiNfZv(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %1) #0, !dbg !475
  ret void, !dbg !476
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw9moveFrontMFNaNbNiNfZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !477 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !479, metadata !DIExpression()), !dbg !480
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = call i64 @_D3std5range10primitives__T8moveBackTSQBkQBj__T4iotaTiTmTiZQmFimiZ6ResultZQBvFNaNbNiNfQBxZm(%"std.range.iota!(int, ulong, int).iota.Result"* byval(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %1) #5, !dbg !481
  ret i64 %2, !dbg !481
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range10primitives__T8moveBackTSQBkQBj__T4iotaTiTmTiZQmFimiZ6ResultZQBvFNaNbNiNfQBxZm(%"std.range.iota!(int, ulong, int).iota.Result"* byval(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %r) #0 !dbg !482 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %r, metadata !484, metadata !DIExpression()), !dbg !485
  %1 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result4backMNgFNaNbNdNiNfZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %r) #0, !dbg !486
  ret i64 %1, !dbg !486
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw8moveBackMFNaNbNiNfZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !487 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !489, metadata !DIExpression()), !dbg !490
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = call i64 @_D3std5range10primitives__T9moveFrontTSQBlQBk__T4iotaTiTmTiZQmFimiZ6ResultZQBwFNaNbNiNfQBxZm(%"std.range.iota!(int, ulong, int).iota.Result"* byval(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %1) #5, !dbg !491
  ret i64 %2, !dbg !491
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range10primitives__T9moveFrontTSQBlQBk__T4iotaTiTmTiZQmFimiZ6ResultZQBwFNaNbNiNfQBxZm(%"std.range.iota!(int, ulong, int).iota.Result"* byval(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %r) #0 !dbg !492 {
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %r, metadata !494, metadata !DIExpression()), !dbg !495
  %1 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result5frontMNgFNaNbNdNiNfZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %r) #0, !dbg !496
  ret i64 %1, !dbg !496
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw7opIndexMFNaNbNiNfmZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg, i64 %n_arg) #0 !dbg !497 {
  %n = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !499, metadata !DIExpression()), !dbg !501
  store i64 %n_arg, i64* %n, align 8, !dbg !501
  call void @llvm.dbg.declare(metadata i64* %n, metadata !500, metadata !DIExpression()), !dbg !501
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = load i64, i64* %n, align 8, !dbg !502
  %3 = call i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw10retroIndexMFNaNbNiNfmZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg, i64 %2) #0, !dbg !502
  %4 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opIndexMNgFNaNbNiNfmZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %1, i64 %3) #0, !dbg !502
  ret i64 %4, !dbg !502
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw6moveAtMFNaNbNiNfmZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg, i64 %index_arg) #0 !dbg !503 {
  %index = alloca i64, align 8
  %.lval_copy_for_byval = alloca %"std.range.iota!(int, ulong, int).iota.Result", align 8
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !505, metadata !DIExpression()), !dbg !507
  store i64 %index_arg, i64* %index, align 8, !dbg !507
  call void @llvm.dbg.declare(metadata i64* %index, metadata !506, metadata !DIExpression()), !dbg !507
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %.lval_copy_for_byval to i8*, !dbg !508
  %3 = bitcast %"std.range.iota!(int, ulong, int).iota.Result"* %1 to i8*, !dbg !508
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %2, i8* align 8 %3, i64 24, i1 false), !dbg !508
  %4 = load i64, i64* %index, align 8, !dbg !508
  %5 = call i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw10retroIndexMFNaNbNiNfmZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg, i64 %4) #0, !dbg !508
  %6 = call i64 @_D3std5range10primitives__T6moveAtTSQBiQBh__T4iotaTiTmTiZQmFimiZ6ResultZQBtFNaNbNiNfQBxmZm(%"std.range.iota!(int, ulong, int).iota.Result"* byval(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %.lval_copy_for_byval, i64 %5) #5, !dbg !508
  ret i64 %6, !dbg !508
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range10primitives__T6moveAtTSQBiQBh__T4iotaTiTmTiZQmFimiZ6ResultZQBtFNaNbNiNfQBxmZm(%"std.range.iota!(int, ulong, int).iota.Result"* byval(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %r, i64 %i_arg) #0 !dbg !509 {
  %i = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"std.range.iota!(int, ulong, int).iota.Result"* %r, metadata !511, metadata !DIExpression()), !dbg !513
  store i64 %i_arg, i64* %i, align 8, !dbg !513
  call void @llvm.dbg.declare(metadata i64* %i, metadata !512, metadata !DIExpression()), !dbg !513
  %1 = load i64, i64* %i, align 8, !dbg !514
  %2 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opIndexMNgFNaNbNiNfmZNgm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %r, i64 %1) #0, !dbg !514
  ret i64 %2, !dbg !514
}


; Function Attrs: uwtable
define weak_odr void @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw7opSliceMFNaNbNiNfmmZSQDpQDo__TQDlTQDiZQDtFQDqZ__TQCwZQDa(%"std.range.retro!(Result).retro.Result!().Result"* noalias sret(%"std.range.retro!(Result).retro.Result!().Result") align 8 %.sret_arg, %"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg, i64 %a_arg, i64 %b_arg) #0 !dbg !515 {
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !517, metadata !DIExpression()), !dbg !520
  store i64 %a_arg, i64* %a, align 8, !dbg !520
  call void @llvm.dbg.declare(metadata i64* %a, metadata !518, metadata !DIExpression()), !dbg !520
  store i64 %b_arg, i64* %b, align 8, !dbg !520
  call void @llvm.dbg.declare(metadata i64* %b, metadata !519, metadata !DIExpression()), !dbg !520
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.sret_arg, i32 0, i32 0
  %2 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %3 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %4 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6lengthMxFNaNbNdNiNfZm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %3) #0, !dbg !521
  %5 = load i64, i64* %b, align 8, !dbg !521
  %6 = sub i64 %4, %5, !dbg !521
  %7 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %8 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6lengthMxFNaNbNdNiNfZm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %7) #0, !dbg !521
  %9 = load i64, i64* %a, align 8, !dbg !521
  %10 = sub i64 %8, %9, !dbg !521
  call void @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opSliceMNgFNaNbNiNfmmZNgSQCnQCm__TQCjTiTmTiZQCtFimiZQCi(%"std.range.iota!(int, ulong, int).iota.Result"* noalias sret(%"std.range.iota!(int, ulong, int).iota.Result") align 8 %1, %"std.range.iota!(int, ulong, int).iota.Result"* nonnull %2, i64 %6, i64 %10) #0, !dbg !521
  ret void, !dbg !521
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw9__mixin166lengthMFNaNbNdNiNfZm(%"std.range.retro!(Result).retro.Result!().Result"* nonnull %.this_arg) #0 !dbg !522 {
  call void @llvm.dbg.declare(metadata %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, metadata !524, metadata !DIExpression()), !dbg !525
  %1 = getelementptr inbounds %"std.range.retro!(Result).retro.Result!().Result", %"std.range.retro!(Result).retro.Result!().Result"* %.this_arg, i32 0, i32 0
  %2 = call i64 @_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6lengthMxFNaNbNdNiNfZm(%"std.range.iota!(int, ulong, int).iota.Result"* nonnull %1) #0, !dbg !526
  ret i64 %2, !dbg !526
}


; Function Attrs: uwtable
define weak_odr %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr6__ctorMFNaNbNcNiNfQBaZSQDtQDsQDl__TQDeSQCxQDaUQCumZQCuTQClZQEc(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull returned %.this_arg, { i64, double* } %input_arg) #0 !dbg !527 {
  %input = alloca { i64, double* }, align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, metadata !529, metadata !DIExpression()), !dbg !532
  store { i64, double* } %input_arg, { i64, double* }* %input, align 8, !dbg !532
  call void @llvm.dbg.declare(metadata { i64, double* }* %input, metadata !531, metadata !DIExpression()), !dbg !532
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = getelementptr inbounds { i64, double* }, { i64, double* }* %input, i32 0, i32 1
  %.ptr = load double*, double** %2, align 8, !dbg !533
  %3 = getelementptr inbounds { i64, double* }, { i64, double* }* %input, i32 0, i32 0
  %.len = load i64, i64* %3, align 8, !dbg !533
  %4 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 0
  store i64 %.len, i64* %4, align 8, !dbg !533
  %5 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 1
  store double* %.ptr, double** %5, align 8, !dbg !533
  ret %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, !dbg !532
}


; Function Attrs: uwtable
define linkonce_odr hidden double @_D6rangesQhUPxdmZ__T10__lambda11TxdZQqFNaNbNiNfxdZd(double %v_arg) #0 !dbg !534 {
  %v = alloca double, align 8
  store double %v_arg, double* %v, align 8, !dbg !537
  call void @llvm.dbg.declare(metadata double* %v, metadata !536, metadata !DIExpression()), !dbg !537
  %1 = load double, double* %v, align 8, !dbg !538
  %2 = fadd double %1, 1.000000e+00, !dbg !538
  ret double %2, !dbg !538
}


; Function Attrs: uwtable
define weak_odr zeroext i1 @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr5emptyMFNaNbNdNiNfZb(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !539 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, metadata !541, metadata !DIExpression()), !dbg !542
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = call zeroext i1 @_D3std5range10primitives__T5emptyTAxdZQlFNaNbNdNiNfMKQtZb({ i64, double* }* dereferenceable(16) %1) #0, !dbg !543
  ret i1 %2, !dbg !543
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr8popFrontMFNaNbNiNfZv(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !544 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, metadata !546, metadata !DIExpression()), !dbg !547
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  call void @_D3std5range10primitives__T8popFrontTdZQmFNaNbNiNfMKANgdZv({ i64, double* }* dereferenceable(16) %1) #0, !dbg !548
  ret void, !dbg !549
}


; Function Attrs: uwtable
define weak_odr double @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr5frontMFNaNbNdNiNfZd(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !550 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, metadata !552, metadata !DIExpression()), !dbg !553
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = load { i64, double* }, { i64, double* }* %1, align 8, !dbg !554
  %3 = call double* @_D3std5range10primitives__T5frontTdZQjFNaNbNcNdNiNfNkMANgdZNgd({ i64, double* } %2) #0, !dbg !554
  %4 = load double, double* %3, align 8, !dbg !554
  %5 = call double @_D6rangesQhUPxdmZ__T10__lambda11TxdZQqFNaNbNiNfxdZd(double %4) #0, !dbg !554
  ret double %5, !dbg !554
}


; Function Attrs: uwtable
define weak_odr double @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr7opIndexMFNaNbNiNfmZd(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %.this_arg, i64 %index_arg) #0 !dbg !555 {
  %index = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, metadata !557, metadata !DIExpression()), !dbg !559
  store i64 %index_arg, i64* %index, align 8, !dbg !559
  call void @llvm.dbg.declare(metadata i64* %index, metadata !558, metadata !DIExpression()), !dbg !559
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = load i64, i64* %index, align 8, !dbg !560
  %3 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 0
  %.len = load i64, i64* %3, align 8, !dbg !560
  %bounds.cmp = icmp ult i64 %2, %.len, !dbg !560
  br i1 %bounds.cmp, label %bounds.ok, label %bounds.fail, !dbg !560

bounds.ok:                                        ; preds = %0
  %4 = load i64, i64* %index, align 8, !dbg !560
  %5 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 1
  %.ptr = load double*, double** %5, align 8, !dbg !560
  %6 = getelementptr inbounds double, double* %.ptr, i64 %4
  %7 = load double, double* %6, align 8, !dbg !560
  %8 = call double @_D6rangesQhUPxdmZ__T10__lambda11TxdZQqFNaNbNiNfxdZd(double %7) #0, !dbg !560
  ret double %8, !dbg !560

bounds.fail:                                      ; preds = %0
  call void @__assert(i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str, i32 0, i32 0), i8* getelementptr inbounds ([66 x i8], [66 x i8]* @.str.3, i32 0, i32 0), i32 594) #2, !dbg !560
  unreachable, !dbg !560
}


; Function Attrs: uwtable
define weak_odr i64 @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr9__mixin116lengthMFNaNbNdNiNfZm(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !561 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, metadata !563, metadata !DIExpression()), !dbg !564
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %2 = getelementptr inbounds { i64, double* }, { i64, double* }* %1, i32 0, i32 0
  %.len = load i64, i64* %2, align 8, !dbg !565
  ret i64 %.len, !dbg !565
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr7opSliceMFNaNbNiNfmmZSQDrQDqQDj__TQDcSQCvQCyUQCsmZQCsTQCjZQEa(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult") align 8 %.sret_arg, %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %.this_arg, i64 %low_arg, i64 %high_arg) #0 !dbg !566 {
  %low = alloca i64, align 8
  %high = alloca i64, align 8
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, metadata !568, metadata !DIExpression()), !dbg !571
  store i64 %low_arg, i64* %low, align 8, !dbg !571
  call void @llvm.dbg.declare(metadata i64* %low, metadata !569, metadata !DIExpression()), !dbg !571
  store i64 %high_arg, i64* %high, align 8, !dbg !571
  call void @llvm.dbg.declare(metadata i64* %high, metadata !570, metadata !DIExpression()), !dbg !571
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 0
  store { i64, double* } zeroinitializer, { i64, double* }* %1, align 8, !dbg !572
  %2 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 1
  %.vthis = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 1
  %3 = load i8*, i8** %.vthis, align 8, !dbg !572
  store i8* %3, i8** %2, align 8, !dbg !572
  %4 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %5 = load i64, i64* %low, align 8, !dbg !572
  %6 = load i64, i64* %high, align 8, !dbg !572
  %7 = getelementptr inbounds { i64, double* }, { i64, double* }* %4, i32 0, i32 0
  %.len = load i64, i64* %7, align 8, !dbg !572
  %bounds.cmp.up = icmp ule i64 %6, %.len, !dbg !572
  %bounds.cmp.lo = icmp ule i64 %5, %6, !dbg !572
  %8 = and i1 %bounds.cmp.up, %bounds.cmp.lo, !dbg !572
  br i1 %8, label %bounds.ok, label %bounds.fail, !dbg !572

bounds.ok:                                        ; preds = %0
  %9 = getelementptr inbounds { i64, double* }, { i64, double* }* %4, i32 0, i32 1
  %.ptr = load double*, double** %9, align 8, !dbg !572
  %lowerbound = getelementptr inbounds double, double* %.ptr, i64 %5
  %10 = sub i64 %6, %5, !dbg !572
  %11 = insertvalue { i64, double* } undef, i64 %10, 0, !dbg !572
  %12 = insertvalue { i64, double* } %11, double* %lowerbound, 1, !dbg !572
  %13 = call %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr6__ctorMFNaNbNcNiNfQBaZSQDtQDsQDl__TQDeSQCxQDaUQCumZQCuTQClZQEc(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull returned %.sret_arg, { i64, double* } %12) #0, !dbg !572
  ret void, !dbg !572

bounds.fail:                                      ; preds = %0
  call void @__assert(i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str.2, i32 0, i32 0), i8* getelementptr inbounds ([66 x i8], [66 x i8]* @.str.3, i32 0, i32 0), i32 611) #2, !dbg !572
  unreachable, !dbg !572
}


; Function Attrs: uwtable
define weak_odr void @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr4saveMFNaNbNdNiNfZSQDoQDnQDg__TQCzSQCsQCvUQCpmZQCpTQCgZQDx(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* noalias sret(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult") align 8 %.sret_arg, %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull %.this_arg) #0 !dbg !573 {
  call void @llvm.dbg.declare(metadata %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, metadata !575, metadata !DIExpression()), !dbg !576
  %1 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 0
  store { i64, double* } zeroinitializer, { i64, double* }* %1, align 8, !dbg !577
  %2 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.sret_arg, i32 0, i32 1
  %.vthis = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 1
  %3 = load i8*, i8** %.vthis, align 8, !dbg !577
  store i8* %3, i8** %2, align 8, !dbg !577
  %4 = getelementptr inbounds %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult", %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* %.this_arg, i32 0, i32 0
  %5 = load { i64, double* }, { i64, double* }* %4, align 8, !dbg !577
  %6 = call { i64, double* } @_D3std5range10primitives__T4saveTdZQiFNaNbNdNiNfNkMANgdZQf({ i64, double* } %5) #0, !dbg !577
  %7 = call %"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* @_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr6__ctorMFNaNbNcNiNfQBaZSQDtQDsQDl__TQDeSQCxQDaUQCumZQCuTQClZQEc(%"ranges.ranges.MapResult!(__lambda11, const(double)[]).MapResult"* nonnull returned %.sret_arg, { i64, double* } %6) #0, !dbg !577
  ret void, !dbg !577
}

attributes #0 = { uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { cold noreturn nounwind uwtable }
attributes #3 = { argmemonly nofree nounwind willreturn writeonly }
attributes #4 = { argmemonly nofree nounwind willreturn }
attributes #5 = { "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }

!llvm.module.flags = !{!10}
!llvm.dbg.cu = !{!11}
!llvm.ident = !{!103}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "RTInfoImpl", linkageName: "_D6object__T10RTInfoImplVAmA2i24i6ZQxyG2m", scope: !2, file: !3, line: 3746, type: !4, isLocal: false, isDefinition: true)
!2 = !DIModule(scope: !3, name: "object")
!3 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/object.d", directory: ".")
!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 128, align: 64, elements: !6)
!5 = !DIBasicType(name: "immutable(ulong)", size: 64, encoding: DW_ATE_unsigned)
!6 = !{!7}
!7 = !DISubrange(count: 2)
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "RTInfoImpl", linkageName: "_D6object__T10RTInfoImplVAmA2i40i22ZQyyG2m", scope: !2, file: !3, line: 3746, type: !4, isLocal: false, isDefinition: true)
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = distinct !DICompileUnit(language: DW_LANG_D, file: !12, producer: "LDC 1.30.0 (LLVM 14.0.6)", isOptimized: false, runtimeVersion: 1, emissionKind: FullDebug, globals: !13, imports: !14)
!12 = !DIFile(filename: "ranges.d", directory: ".")
!13 = !{!0, !8}
!14 = !{!15, !17, !20, !23, !88, !91, !95, !96}
!15 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !16, entity: !2, file: !12)
!16 = !DIModule(scope: !12, name: "ranges")
!17 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !16, entity: !18, file: !12, line: 2)
!18 = !DIModule(scope: !19, name: "std.algorithm.iteration")
!19 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/std/algorithm/iteration.d", directory: ".")
!20 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !16, entity: !21, file: !12, line: 3)
!21 = !DIModule(scope: !22, name: "std.range")
!22 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/std/range/package.d", directory: ".")
!23 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !24, entity: !86, file: !19, line: 448)
!24 = distinct !DISubprogram(name: "map!(const(double)[])", linkageName: "_D3std9algorithm9iteration__T3mapS6rangesQhUPxdmZ9__lambda5Z__TQBiTAxdZQBqMFNaNbNiNfQrZSQDiQDhQDa__T9MapResultSQCzQDcUQCwmZQCwTQCiZQBf", scope: !25, file: !19, line: 446, type: !82, scopeLine: 446, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !84)
!25 = distinct !DISubprogram(name: "ranges", linkageName: "ranges", scope: !16, file: !12, line: 12, type: !26, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !29)
!26 = !DISubroutineType(types: !27)
!27 = !{!28}
!28 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!29 = !{!30, !33, !35, !40, !41, !55, !57, !80}
!30 = !DILocalVariable(name: "x", arg: 1, scope: !25, file: !12, line: 12, type: !31)
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "const(double)*", baseType: !32, size: 64)
!32 = !DIBasicType(name: "const(double)", size: 64, encoding: DW_ATE_float)
!33 = !DILocalVariable(name: "n", arg: 2, scope: !25, file: !12, line: 12, type: !34)
!34 = !DIBasicType(name: "ulong", size: 64, encoding: DW_ATE_unsigned)
!35 = !DILocalVariable(name: "values", scope: !25, file: !12, line: 13, type: !36)
!36 = !DICompositeType(tag: DW_TAG_structure_type, name: "const(double)[]", file: !12, size: 128, align: 64, elements: !37, identifier: "Axd")
!37 = !{!38, !39}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "length", file: !12, baseType: !34, size: 64, align: 64, flags: DIFlagPublic)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", file: !12, baseType: !31, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!40 = !DILocalVariable(name: "total", scope: !25, file: !12, line: 14, type: !28)
!41 = !DILocalVariable(name: "__r50", scope: !42, file: !12, line: 15, type: !43)
!42 = distinct !DILexicalBlock(scope: !25, file: !12, line: 15, column: 5)
!43 = !DICompositeType(tag: DW_TAG_structure_type, name: "FilterResult!(__lambda6, MapResult!(__lambda5, const(double)[]))", scope: !25, file: !19, line: 1326, size: 320, align: 64, elements: !44, identifier: "S3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs")
!44 = !{!45, !52, !54}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "_input", file: !19, line: 1329, baseType: !46, size: 192, align: 64, flags: DIFlagPublic)
!46 = !DICompositeType(tag: DW_TAG_structure_type, name: "MapResult!(__lambda5, const(double)[])", scope: !25, file: !19, line: 535, size: 192, align: 64, elements: !47, identifier: "S3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp")
!47 = !{!48, !49}
!48 = !DIDerivedType(tag: DW_TAG_member, name: "_input", file: !19, line: 538, baseType: !36, size: 128, align: 64, flags: DIFlagPublic)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "this", file: !19, line: 535, baseType: !50, size: 64, align: 64, offset: 128, flags: DIFlagPublic)
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "void*", baseType: !51, size: 64)
!51 = !DIBasicType(name: "ubyte", size: 8, encoding: DW_ATE_unsigned)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "_primed", file: !19, line: 1330, baseType: !53, size: 8, align: 8, offset: 192, flags: DIFlagPrivate)
!53 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "this", file: !19, line: 1326, baseType: !50, size: 64, align: 64, offset: 256, flags: DIFlagPublic)
!55 = !DILocalVariable(name: "v", scope: !56, file: !12, line: 15, type: !32)
!56 = distinct !DILexicalBlock(scope: !42, file: !12, line: 15, column: 5)
!57 = !DILocalVariable(name: "__r68", scope: !58, file: !12, line: 16, type: !59)
!58 = distinct !DILexicalBlock(scope: !25, file: !12, line: 16, column: 5)
!59 = !DICompositeType(tag: DW_TAG_structure_type, name: "Result!()", scope: !60, file: !22, line: 268, size: 192, align: 64, elements: !78, identifier: "S3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw")
!60 = distinct !DISubprogram(name: "retro!(Result)", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFNaNbNiNfQBvZSQCuQCt__TQCqTQCnZQCyFQCvZ__TQCbZQCf", scope: !21, file: !22, line: 258, type: !61, scopeLine: 258, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !63)
!61 = !DISubroutineType(types: !62)
!62 = !{!59}
!63 = !{!64}
!64 = !DILocalVariable(name: "r", arg: 1, scope: !60, file: !22, line: 258, type: !65)
!65 = !DICompositeType(tag: DW_TAG_structure_type, name: "Result", scope: !66, file: !22, line: 6253, size: 192, align: 64, elements: !74, identifier: "S3std5range__T4iotaTiTmTiZQmFimiZ6Result")
!66 = distinct !DISubprogram(name: "iota!(int, ulong, int)", linkageName: "_D3std5range__T4iotaTiTmTiZQmFNaNbNiNfimiZSQBpQBo__TQBlTiTmTiZQBvFimiZ6Result", scope: !21, file: !22, line: 6242, type: !67, scopeLine: 6242, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !69)
!67 = !DISubroutineType(types: !68)
!68 = !{!65}
!69 = !{!70, !72, !73}
!70 = !DILocalVariable(name: "begin", arg: 1, scope: !66, file: !22, line: 6242, type: !71)
!71 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!72 = !DILocalVariable(name: "end", arg: 2, scope: !66, file: !22, line: 6242, type: !34)
!73 = !DILocalVariable(name: "step", arg: 3, scope: !66, file: !22, line: 6242, type: !71)
!74 = !{!75, !76, !77}
!75 = !DIDerivedType(tag: DW_TAG_member, name: "current", file: !22, line: 6255, baseType: !34, size: 64, align: 64, flags: DIFlagPrivate)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "last", file: !22, line: 6255, baseType: !34, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "step", file: !22, line: 6256, baseType: !71, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!78 = !{!79}
!79 = !DIDerivedType(tag: DW_TAG_member, name: "source", file: !22, line: 273, baseType: !65, size: 192, align: 64, flags: DIFlagPublic)
!80 = !DILocalVariable(name: "i", scope: !81, file: !12, line: 16, type: !34)
!81 = distinct !DILexicalBlock(scope: !58, file: !12, line: 16, column: 5)
!82 = !DISubroutineType(types: !83)
!83 = !{!46}
!84 = !{!85}
!85 = !DILocalVariable(name: "r", arg: 2, scope: !24, file: !19, line: 446, type: !36)
!86 = !DIModule(scope: !87, name: "std.meta")
!87 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/std/meta.d", directory: ".")
!88 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !66, entity: !89, file: !22, line: 6246)
!89 = !DIModule(scope: !90, name: "std.conv")
!90 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/std/conv.d", directory: ".")
!91 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !16, entity: !92, file: !94, line: 7997)
!92 = !DIModule(scope: !93, name: "core.internal.traits")
!93 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/core/internal/traits.d", directory: ".")
!94 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/std/traits.d", directory: ".")
!95 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !16, entity: !92, file: !94, line: 7849)
!96 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !97, entity: !86, file: !19, line: 448)
!97 = distinct !DISubprogram(name: "map!(const(double)[])", linkageName: "_D3std9algorithm9iteration__T3mapS6rangesQhUPxdmZ10__lambda11Z__TQBkTAxdZQBsMFNaNbNiNfQrZSQDkQDjQDc__T9MapResultSQDbQDeUQCymZQCyTQCiZQBf", scope: !25, file: !19, line: 446, type: !98, scopeLine: 446, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !101)
!98 = !DISubroutineType(types: !99)
!99 = !{!100}
!100 = !DICompositeType(tag: DW_TAG_structure_type, name: "MapResult!(__lambda11, const(double)[])", scope: !25, file: !19, line: 535, size: 192, align: 64, elements: !47, identifier: "S3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr")
!101 = !{!102}
!102 = !DILocalVariable(name: "r", arg: 2, scope: !97, file: !19, line: 446, type: !36)
!103 = !{!"ldc version 1.30.0"}
!104 = !DILocation(line: 12, column: 19, scope: !25)
!105 = !DILocation(line: 13, column: 10, scope: !25)
!106 = !DILocation(line: 13, column: 5, scope: !25)
!107 = !DILocation(line: 14, column: 12, scope: !25)
!108 = !DILocation(line: 14, column: 5, scope: !25)
!109 = !DILocation(line: 15, column: 40, scope: !42)
!110 = !DILocation(line: 15, column: 5, scope: !42)
!111 = !DILocation(line: 15, column: 5, scope: !56)
!112 = !DILocation(line: 15, column: 64, scope: !56)
!113 = !DILocation(line: 16, column: 30, scope: !58)
!114 = !DILocation(line: 16, column: 5, scope: !58)
!115 = !DILocation(line: 16, column: 5, scope: !81)
!116 = !DILocation(line: 16, column: 38, scope: !81)
!117 = !DILocation(line: 17, column: 5, scope: !25)
!118 = distinct !DISubprogram(name: "filter!(MapResult!(__lambda5, const(double)[]))", linkageName: "_D3std9algorithm9iteration__T6filterS6rangesQhUPxdmZ9__lambda6Z__TQBlTSQCrQCqQCj__T9MapResultSQCfQCiUQCcmZ9__lambda5TAxdZQBmZQDsMFNaNbNiNfQCqZSQFlQFkQFd__T12FilterResultSQFdQFgUQFamZQFaTQEmZQBj", scope: !25, file: !19, line: 1291, type: !119, scopeLine: 1291, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !121)
!119 = !DISubroutineType(types: !120)
!120 = !{!43}
!121 = !{!122}
!122 = !DILocalVariable(name: "range", arg: 2, scope: !118, file: !19, line: 1291, type: !46)
!123 = !DILocation(line: 1291, column: 10, scope: !118)
!124 = !DILocation(line: 1293, column: 9, scope: !118)
!125 = !DILocation(line: 446, column: 10, scope: !24)
!126 = !DILocation(line: 479, column: 9, scope: !24)
!127 = distinct !DISubprogram(name: "opSlice", linkageName: "_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs7opSliceMFNaNbNiNfZSQFqQFpQFi__TQFbSQEqQEtUQEnmZQEnTQEgZQFz", scope: !43, file: !19, line: 1353, type: !119, scopeLine: 1353, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !128)
!128 = !{!129}
!129 = !DILocalVariable(name: "this", arg: 1, scope: !127, file: !19, line: 1353, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!130 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64, align: 64)
!131 = !DILocation(line: 1353, column: 10, scope: !127)
!132 = !DILocation(line: 1353, column: 22, scope: !127)
!133 = distinct !DISubprogram(name: "empty", linkageName: "_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5emptyMFNaNbNdNiNfZb", scope: !43, file: !19, line: 1361, type: !134, scopeLine: 1361, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !136)
!134 = !DISubroutineType(types: !135)
!135 = !{!53}
!136 = !{!137}
!137 = !DILocalVariable(name: "this", arg: 1, scope: !133, file: !19, line: 1361, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!138 = !DILocation(line: 1361, column: 24, scope: !133)
!139 = !DILocation(line: 1361, column: 34, scope: !133)
!140 = !DILocation(line: 1361, column: 41, scope: !133)
!141 = distinct !DISubprogram(name: "front", linkageName: "_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5frontMFNaNbNdNiNfZxd", scope: !43, file: !19, line: 1373, type: !142, scopeLine: 1373, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !144)
!142 = !DISubroutineType(types: !143)
!143 = !{!32}
!144 = !{!145}
!145 = !DILocalVariable(name: "this", arg: 1, scope: !141, file: !19, line: 1373, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!146 = !DILocation(line: 1373, column: 24, scope: !141)
!147 = !DILocation(line: 1375, column: 9, scope: !141)
!148 = !DILocation(line: 1377, column: 9, scope: !141)
!149 = distinct !DISubprogram(name: "popFront", linkageName: "_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs8popFrontMFNaNbNiNfZv", scope: !43, file: !19, line: 1364, type: !150, scopeLine: 1364, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !152)
!150 = !DISubroutineType(types: !151)
!151 = !{null}
!152 = !{!153}
!153 = !DILocalVariable(name: "this", arg: 1, scope: !149, file: !19, line: 1364, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!154 = !DILocation(line: 1364, column: 10, scope: !149)
!155 = !DILocation(line: 1366, column: 9, scope: !149)
!156 = !DILocation(line: 1369, column: 13, scope: !157)
!157 = distinct !DILexicalBlock(scope: !158, file: !19, line: 1369, column: 13)
!158 = distinct !DILexicalBlock(scope: !149, file: !19, line: 1367, column: 9)
!159 = !DILocation(line: 1371, column: 5, scope: !149)
!160 = !DILocation(line: 258, column: 6, scope: !60)
!161 = !DILocation(line: 355, column: 9, scope: !60)
!162 = !DILocation(line: 6242, column: 6, scope: !66)
!163 = !DILocation(line: 6348, column: 5, scope: !66)
!164 = distinct !DISubprogram(name: "empty", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw5emptyMFNaNbNdNiNfZb", scope: !59, file: !22, line: 286, type: !134, scopeLine: 286, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !165)
!165 = !{!166}
!166 = !DILocalVariable(name: "this", arg: 1, scope: !164, file: !22, line: 286, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!167 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !59, size: 64, align: 64)
!168 = !DILocation(line: 286, column: 28, scope: !164)
!169 = !DILocation(line: 286, column: 38, scope: !164)
!170 = distinct !DISubprogram(name: "front", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw5frontMFNaNbNdNiNfZm", scope: !59, file: !22, line: 291, type: !171, scopeLine: 291, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !173)
!171 = !DISubroutineType(types: !172)
!172 = !{!34}
!173 = !{!174}
!174 = !DILocalVariable(name: "this", arg: 1, scope: !170, file: !22, line: 291, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!175 = !DILocation(line: 291, column: 32, scope: !170)
!176 = !DILocation(line: 291, column: 42, scope: !170)
!177 = distinct !DISubprogram(name: "popFront", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw8popFrontMFNaNbNiNfZv", scope: !59, file: !22, line: 292, type: !150, scopeLine: 292, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !178)
!178 = !{!179}
!179 = !DILocalVariable(name: "this", arg: 1, scope: !177, file: !22, line: 292, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!180 = !DILocation(line: 292, column: 18, scope: !177)
!181 = !DILocation(line: 292, column: 31, scope: !177)
!182 = !DILocation(line: 292, column: 49, scope: !177)
!183 = distinct !DISubprogram(name: "product!(MapResult!(__lambda11, const(double)[]))", linkageName: "_D6ranges__T7productTS3std9algorithm9iteration__T9MapResultSQCgQCjUPxdmZ10__lambda11TAxdZQBoZQDdFNaNbNiNfQDgZd", scope: !16, file: !12, line: 5, type: !26, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !184)
!184 = !{!185, !186}
!185 = !DILocalVariable(name: "values", arg: 1, scope: !183, file: !12, line: 5, type: !100)
!186 = !DILocalVariable(name: "first", scope: !183, file: !12, line: 7, type: !187)
!187 = !DIBasicType(name: "immutable(double)", size: 64, encoding: DW_ATE_float)
!188 = !DILocation(line: 5, column: 8, scope: !183)
!189 = !DILocation(line: 6, column: 5, scope: !190)
!190 = distinct !DILexicalBlock(scope: !183, file: !12, line: 6, column: 5)
!191 = !DILocation(line: 6, column: 23, scope: !192)
!192 = distinct !DILexicalBlock(scope: !190, file: !12, line: 6, column: 23)
!193 = !DILocation(line: 7, column: 15, scope: !183)
!194 = !DILocation(line: 7, column: 5, scope: !183)
!195 = !DILocation(line: 8, column: 5, scope: !183)
!196 = !DILocation(line: 9, column: 5, scope: !183)
!197 = !DILocation(line: 446, column: 10, scope: !97)
!198 = !DILocation(line: 479, column: 9, scope: !97)
!199 = distinct !DISubprogram(name: "empty!(const(double)[])", linkageName: "_D3std5range10primitives__T5emptyTAxdZQlFNaNbNdNiNfMKQtZb", scope: !201, file: !200, line: 2230, type: !134, scopeLine: 2230, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !202)
!200 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/std/range/primitives.d", directory: ".")
!201 = !DIModule(scope: !200, name: "std.range.primitives")
!202 = !{!203}
!203 = !DILocalVariable(name: "a", arg: 1, scope: !199, file: !200, line: 2230, type: !204)
!204 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !36, size: 64, align: 64)
!205 = !DILocation(line: 2230, column: 16, scope: !199)
!206 = !DILocation(line: 2233, column: 5, scope: !199)
!207 = distinct !DISubprogram(name: "front!double", linkageName: "_D3std5range10primitives__T5frontTdZQjFNaNbNcNdNiNfNkMANgdZNgd", scope: !201, file: !200, line: 2474, type: !208, scopeLine: 2474, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !211)
!208 = !DISubroutineType(types: !209)
!209 = !{!210}
!210 = !DIBasicType(name: "inout(double)", size: 64, encoding: DW_ATE_float)
!211 = !{!212}
!212 = !DILocalVariable(name: "a", arg: 1, scope: !207, file: !200, line: 2474, type: !213)
!213 = !DICompositeType(tag: DW_TAG_structure_type, name: "inout(double)[]", file: !12, size: 128, align: 64, elements: !214, identifier: "ANgd")
!214 = !{!38, !215}
!215 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", file: !12, baseType: !216, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!216 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "inout(double)*", baseType: !210, size: 64)
!217 = !DILocation(line: 2474, column: 24, scope: !207)
!218 = !DILocation(line: 2478, column: 5, scope: !207)
!219 = distinct !DISubprogram(name: "popFront!double", linkageName: "_D3std5range10primitives__T8popFrontTdZQmFNaNbNiNfMKANgdZv", scope: !201, file: !200, line: 2277, type: !150, scopeLine: 2277, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !220)
!220 = !{!221}
!221 = !DILocalVariable(name: "a", arg: 1, scope: !219, file: !200, line: 2277, type: !222)
!222 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !213, size: 64, align: 64)
!223 = !DILocation(line: 2277, column: 6, scope: !219)
!224 = !DILocation(line: 2281, column: 5, scope: !219)
!225 = !DILocation(line: 2282, column: 1, scope: !219)
!226 = distinct !DISubprogram(name: "this", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp6__ctorMFNaNbNcNiNfQBaZSQDrQDqQDj__TQDcSQCvQCyUQCsmZQCsTQClZQEa", scope: !46, file: !19, line: 555, type: !82, scopeLine: 555, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !227)
!227 = !{!228, !230}
!228 = !DILocalVariable(name: "this", arg: 1, scope: !226, file: !19, line: 555, type: !229, flags: DIFlagArtificial | DIFlagObjectPointer)
!229 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !46, size: 64, align: 64)
!230 = !DILocalVariable(name: "input", arg: 2, scope: !226, file: !19, line: 555, type: !36)
!231 = !DILocation(line: 555, column: 5, scope: !226)
!232 = !DILocation(line: 557, column: 9, scope: !226)
!233 = distinct !DISubprogram(name: "__lambda5!(const(double))", linkageName: "_D6rangesQhUPxdmZ__T9__lambda5TxdZQoFNaNbNiNfxdZxd", scope: !25, file: !12, line: 15, type: !142, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !234)
!234 = !{!235}
!235 = !DILocalVariable(name: "v", arg: 1, scope: !233, file: !12, line: 15, type: !32)
!236 = !DILocation(line: 15, column: 29, scope: !233)
!237 = !DILocation(line: 15, column: 34, scope: !233)
!238 = distinct !DISubprogram(name: "empty", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5emptyMFNaNbNdNiNfZb", scope: !46, file: !19, line: 567, type: !134, scopeLine: 567, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !239)
!239 = !{!240}
!240 = !DILocalVariable(name: "this", arg: 1, scope: !238, file: !19, line: 567, type: !229, flags: DIFlagArtificial | DIFlagObjectPointer)
!241 = !DILocation(line: 567, column: 24, scope: !238)
!242 = !DILocation(line: 569, column: 13, scope: !238)
!243 = distinct !DISubprogram(name: "popFront", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp8popFrontMFNaNbNiNfZv", scope: !46, file: !19, line: 573, type: !150, scopeLine: 573, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !244)
!244 = !{!245}
!245 = !DILocalVariable(name: "this", arg: 1, scope: !243, file: !19, line: 573, type: !229, flags: DIFlagArtificial | DIFlagObjectPointer)
!246 = !DILocation(line: 573, column: 10, scope: !243)
!247 = !DILocation(line: 576, column: 9, scope: !243)
!248 = !DILocation(line: 577, column: 5, scope: !243)
!249 = distinct !DISubprogram(name: "front", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp5frontMFNaNbNdNiNfZxd", scope: !46, file: !19, line: 579, type: !142, scopeLine: 579, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !250)
!250 = !{!251}
!251 = !DILocalVariable(name: "this", arg: 1, scope: !249, file: !19, line: 579, type: !229, flags: DIFlagArtificial | DIFlagObjectPointer)
!252 = !DILocation(line: 579, column: 24, scope: !249)
!253 = !DILocation(line: 582, column: 9, scope: !249)
!254 = distinct !DISubprogram(name: "opIndex", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp7opIndexMFNaNbNiNfmZxd", scope: !46, file: !19, line: 592, type: !142, scopeLine: 592, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !255)
!255 = !{!256, !257}
!256 = !DILocalVariable(name: "this", arg: 1, scope: !254, file: !19, line: 592, type: !229, flags: DIFlagArtificial | DIFlagObjectPointer)
!257 = !DILocalVariable(name: "index", arg: 2, scope: !254, file: !19, line: 592, type: !34)
!258 = !DILocation(line: 592, column: 18, scope: !254)
!259 = !DILocation(line: 594, column: 13, scope: !254)
!260 = distinct !DISubprogram(name: "length", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp9__mixin116lengthMFNaNbNdNiNfZm", scope: !46, file: !200, line: 2563, type: !171, scopeLine: 2563, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !261)
!261 = !{!262}
!262 = !DILocalVariable(name: "this", arg: 1, scope: !260, file: !200, line: 2563, type: !229, flags: DIFlagArtificial | DIFlagObjectPointer)
!263 = !DILocation(line: 2563, column: 24, scope: !260)
!264 = !DILocation(line: 2565, column: 13, scope: !260)
!265 = distinct !DISubprogram(name: "opSlice", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp7opSliceMFNaNbNiNfmmZSQDpQDoQDh__TQDaSQCtQCwUQCqmZQCqTQCjZQDy", scope: !46, file: !19, line: 609, type: !82, scopeLine: 609, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !266)
!266 = !{!267, !268, !269}
!267 = !DILocalVariable(name: "this", arg: 1, scope: !265, file: !19, line: 609, type: !229, flags: DIFlagArtificial | DIFlagObjectPointer)
!268 = !DILocalVariable(name: "low", arg: 2, scope: !265, file: !19, line: 609, type: !34)
!269 = !DILocalVariable(name: "high", arg: 3, scope: !265, file: !19, line: 609, type: !34)
!270 = !DILocation(line: 609, column: 18, scope: !265)
!271 = !DILocation(line: 611, column: 17, scope: !265)
!272 = distinct !DISubprogram(name: "save", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ9__lambda5TAxdZQBp4saveMFNaNbNdNiNfZSQDmQDlQDe__TQCxSQCqQCtUQCnmZQCnTQCgZQDv", scope: !46, file: !19, line: 633, type: !82, scopeLine: 633, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !273)
!273 = !{!274}
!274 = !DILocalVariable(name: "this", arg: 1, scope: !272, file: !19, line: 633, type: !229, flags: DIFlagArtificial | DIFlagObjectPointer)
!275 = !DILocation(line: 633, column: 24, scope: !272)
!276 = !DILocation(line: 635, column: 13, scope: !272)
!277 = distinct !DISubprogram(name: "save!double", linkageName: "_D3std5range10primitives__T4saveTdZQiFNaNbNdNiNfNkMANgdZQf", scope: !201, file: !200, line: 2256, type: !278, scopeLine: 2256, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !280)
!278 = !DISubroutineType(types: !279)
!279 = !{!213}
!280 = !{!281}
!281 = !DILocalVariable(name: "a", arg: 1, scope: !277, file: !200, line: 2256, type: !213)
!282 = !DILocation(line: 2256, column: 22, scope: !277)
!283 = !DILocation(line: 2258, column: 5, scope: !277)
!284 = distinct !DISubprogram(name: "this", linkageName: "_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs6__ctorMFNaNbNcNiNfQCzZSQFuQFtQFm__TQFfSQEuQExUQErmZQErTQEkZQGd", scope: !43, file: !19, line: 1342, type: !119, scopeLine: 1342, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !285)
!285 = !{!286, !287}
!286 = !DILocalVariable(name: "this", arg: 1, scope: !284, file: !19, line: 1342, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!287 = !DILocalVariable(name: "r", arg: 2, scope: !284, file: !19, line: 1342, type: !46)
!288 = !DILocation(line: 1342, column: 5, scope: !284)
!289 = !DILocation(line: 1344, column: 9, scope: !284)
!290 = distinct !DISubprogram(name: "prime", linkageName: "_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs5primeMFNaNbNiNfZv", scope: !43, file: !19, line: 1332, type: !150, scopeLine: 1332, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !11, retainedNodes: !291)
!291 = !{!292}
!292 = !DILocalVariable(name: "this", arg: 1, scope: !290, file: !19, line: 1332, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!293 = !DILocation(line: 1332, column: 18, scope: !290)
!294 = !DILocation(line: 1334, column: 9, scope: !295)
!295 = distinct !DILexicalBlock(scope: !290, file: !19, line: 1334, column: 9)
!296 = !DILocation(line: 1334, column: 22, scope: !297)
!297 = distinct !DILexicalBlock(scope: !295, file: !19, line: 1334, column: 22)
!298 = !DILocation(line: 1335, column: 9, scope: !299)
!299 = distinct !DILexicalBlock(scope: !290, file: !19, line: 1335, column: 9)
!300 = !DILocation(line: 1337, column: 13, scope: !301)
!301 = distinct !DILexicalBlock(scope: !299, file: !19, line: 1337, column: 13)
!302 = !DILocation(line: 1339, column: 9, scope: !290)
!303 = !DILocation(line: 1340, column: 5, scope: !290)
!304 = distinct !DISubprogram(name: "__lambda6!(const(double))", linkageName: "_D6rangesQhUPxdmZ__T9__lambda6TxdZQoFNaNbNiNfxdZb", scope: !25, file: !12, line: 15, type: !134, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !305)
!305 = !{!306}
!306 = !DILocalVariable(name: "v", arg: 1, scope: !304, file: !12, line: 15, type: !32)
!307 = !DILocation(line: 15, column: 49, scope: !304)
!308 = !DILocation(line: 15, column: 54, scope: !304)
!309 = distinct !DISubprogram(name: "this", linkageName: "_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs6__ctorMFNaNbNcNiNfQCzbZSQFvQFuQFn__TQFgSQEvQEyUQEsmZQEsTQElZQGe", scope: !43, file: !19, line: 1347, type: !119, scopeLine: 1347, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !11, retainedNodes: !310)
!310 = !{!311, !312, !313}
!311 = !DILocalVariable(name: "this", arg: 1, scope: !309, file: !19, line: 1347, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!312 = !DILocalVariable(name: "r", arg: 2, scope: !309, file: !19, line: 1347, type: !46)
!313 = !DILocalVariable(name: "primed", arg: 3, scope: !309, file: !19, line: 1347, type: !53)
!314 = !DILocation(line: 1347, column: 13, scope: !309)
!315 = !DILocation(line: 1349, column: 9, scope: !309)
!316 = !DILocation(line: 1350, column: 9, scope: !309)
!317 = distinct !DISubprogram(name: "save", linkageName: "_D3std9algorithm9iteration__T12FilterResultS6rangesQhUPxdmZ9__lambda6TSQCrQCqQCj__T9MapResultSQByQCbUQBvmZ9__lambda5TAxdZQBmZQDs4saveMFNaNbNdNiNfZSQFpQFoQFh__TQFaSQEpQEsUQEmmZQEmTQEfZQFy", scope: !43, file: !19, line: 1382, type: !119, scopeLine: 1382, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !318)
!318 = !{!319}
!319 = !DILocalVariable(name: "this", arg: 1, scope: !317, file: !19, line: 1382, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!320 = !DILocation(line: 1382, column: 24, scope: !317)
!321 = !DILocation(line: 1384, column: 13, scope: !317)
!322 = distinct !DISubprogram(name: "this", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6__ctorMFNaNbNcNiNfmmiZSQClQCk__TQChTiTmTiZQCrFimiZQCg", scope: !65, file: !22, line: 6258, type: !67, scopeLine: 6258, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !323)
!323 = !{!324, !326, !327, !328}
!324 = !DILocalVariable(name: "this", arg: 1, scope: !322, file: !22, line: 6258, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!325 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !65, size: 64, align: 64)
!326 = !DILocalVariable(name: "current", arg: 2, scope: !322, file: !22, line: 6258, type: !34)
!327 = !DILocalVariable(name: "pastLast", arg: 3, scope: !322, file: !22, line: 6258, type: !34)
!328 = !DILocalVariable(name: "step", arg: 4, scope: !322, file: !22, line: 6258, type: !71)
!329 = !DILocation(line: 6258, column: 9, scope: !322)
!330 = !DILocation(line: 6260, column: 13, scope: !331)
!331 = distinct !DILexicalBlock(scope: !322, file: !22, line: 6260, column: 13)
!332 = !DILocation(line: 6265, column: 17, scope: !333)
!333 = distinct !DILexicalBlock(scope: !334, file: !22, line: 6261, column: 13)
!334 = distinct !DILexicalBlock(scope: !331, file: !22, line: 6261, column: 13)
!335 = !DILocation(line: 6266, column: 17, scope: !333)
!336 = !DILocation(line: 6268, column: 18, scope: !337)
!337 = distinct !DILexicalBlock(scope: !338, file: !22, line: 6268, column: 18)
!338 = distinct !DILexicalBlock(scope: !331, file: !22, line: 6268, column: 18)
!339 = !DILocation(line: 6273, column: 17, scope: !340)
!340 = distinct !DILexicalBlock(scope: !341, file: !22, line: 6269, column: 13)
!341 = distinct !DILexicalBlock(scope: !337, file: !22, line: 6269, column: 13)
!342 = !DILocation(line: 6274, column: 17, scope: !340)
!343 = !DILocation(line: 6279, column: 17, scope: !344)
!344 = distinct !DILexicalBlock(scope: !345, file: !22, line: 6277, column: 13)
!345 = distinct !DILexicalBlock(scope: !337, file: !22, line: 6277, column: 13)
!346 = !DILocation(line: 6280, column: 17, scope: !344)
!347 = !DILocation(line: 6282, column: 13, scope: !322)
!348 = !DILocation(line: 6283, column: 13, scope: !322)
!349 = distinct !DISubprogram(name: "unsigned!ulong", linkageName: "_D3std4conv__T8unsignedTmZQmFNaNbNiNfmZm", scope: !89, file: !90, line: 5215, type: !171, scopeLine: 5215, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !350)
!350 = !{!351}
!351 = !DILocalVariable(name: "x", arg: 1, scope: !349, file: !90, line: 5215, type: !34)
!352 = !DILocation(line: 5215, column: 6, scope: !349)
!353 = !DILocation(line: 5218, column: 5, scope: !349)
!354 = distinct !DISubprogram(name: "empty", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result5emptyMxFNaNbNdNiNfZb", scope: !65, file: !22, line: 6286, type: !134, scopeLine: 6286, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !355)
!355 = !{!356}
!356 = !DILocalVariable(name: "this", arg: 1, scope: !354, file: !22, line: 6286, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!357 = !DILocation(line: 6286, column: 24, scope: !354)
!358 = !DILocation(line: 6286, column: 40, scope: !354)
!359 = distinct !DISubprogram(name: "front", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result5frontMNgFNaNbNdNiNfZNgm", scope: !65, file: !22, line: 6287, type: !360, scopeLine: 6287, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !363)
!360 = !DISubroutineType(types: !361)
!361 = !{!362}
!362 = !DIBasicType(name: "inout(ulong)", size: 64, encoding: DW_ATE_unsigned)
!363 = !{!364}
!364 = !DILocalVariable(name: "this", arg: 1, scope: !359, file: !22, line: 6287, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!365 = !DILocation(line: 6287, column: 32, scope: !359)
!366 = !DILocation(line: 6287, column: 64, scope: !359)
!367 = distinct !DISubprogram(name: "popFront", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result8popFrontMFNaNbNiNfZv", scope: !65, file: !22, line: 6288, type: !150, scopeLine: 6288, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !368)
!368 = !{!369}
!369 = !DILocalVariable(name: "this", arg: 1, scope: !367, file: !22, line: 6288, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!370 = !DILocation(line: 6288, column: 14, scope: !367)
!371 = !DILocation(line: 6291, column: 13, scope: !372)
!372 = distinct !DILexicalBlock(scope: !367, file: !22, line: 6291, column: 13)
!373 = !DILocation(line: 6291, column: 34, scope: !374)
!374 = distinct !DILexicalBlock(scope: !372, file: !22, line: 6291, column: 34)
!375 = !DILocation(line: 6292, column: 18, scope: !376)
!376 = distinct !DILexicalBlock(scope: !372, file: !22, line: 6292, column: 18)
!377 = !DILocation(line: 6293, column: 9, scope: !367)
!378 = distinct !DISubprogram(name: "back", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result4backMNgFNaNbNdNiNfZNgm", scope: !65, file: !22, line: 6295, type: !360, scopeLine: 6295, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !379)
!379 = !{!380}
!380 = !DILocalVariable(name: "this", arg: 1, scope: !378, file: !22, line: 6295, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!381 = !DILocation(line: 6295, column: 32, scope: !378)
!382 = !DILocation(line: 6298, column: 13, scope: !378)
!383 = distinct !DISubprogram(name: "popBack", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7popBackMFNaNbNiNfZv", scope: !65, file: !22, line: 6300, type: !150, scopeLine: 6300, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !384)
!384 = !{!385}
!385 = !DILocalVariable(name: "this", arg: 1, scope: !383, file: !22, line: 6300, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!386 = !DILocation(line: 6300, column: 14, scope: !383)
!387 = !DILocation(line: 6303, column: 13, scope: !388)
!388 = distinct !DILexicalBlock(scope: !383, file: !22, line: 6303, column: 13)
!389 = !DILocation(line: 6303, column: 34, scope: !390)
!390 = distinct !DILexicalBlock(scope: !388, file: !22, line: 6303, column: 34)
!391 = !DILocation(line: 6304, column: 18, scope: !392)
!392 = distinct !DILexicalBlock(scope: !388, file: !22, line: 6304, column: 18)
!393 = !DILocation(line: 6305, column: 9, scope: !383)
!394 = distinct !DISubprogram(name: "save", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result4saveMFNaNbNdNiNfZSQCgQCf__TQCcTiTmTiZQCmFimiZQCb", scope: !65, file: !22, line: 6307, type: !67, scopeLine: 6307, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !395)
!395 = !{!396}
!396 = !DILocalVariable(name: "this", arg: 1, scope: !394, file: !22, line: 6307, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!397 = !DILocation(line: 6307, column: 24, scope: !394)
!398 = !DILocation(line: 6307, column: 33, scope: !394)
!399 = distinct !DISubprogram(name: "opIndex", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opIndexMNgFNaNbNiNfmZNgm", scope: !65, file: !22, line: 6309, type: !360, scopeLine: 6309, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !400)
!400 = !{!401, !402}
!401 = !DILocalVariable(name: "this", arg: 1, scope: !399, file: !22, line: 6309, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!402 = !DILocalVariable(name: "n", arg: 2, scope: !399, file: !22, line: 6309, type: !34)
!403 = !DILocation(line: 6309, column: 22, scope: !399)
!404 = !DILocation(line: 6315, column: 13, scope: !399)
!405 = distinct !DISubprogram(name: "contains", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result8containsMFNaNbNiNfmZb", scope: !65, file: !22, line: 6325, type: !134, scopeLine: 6325, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !406)
!406 = !{!407, !408}
!407 = !DILocalVariable(name: "this", arg: 1, scope: !405, file: !22, line: 6325, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!408 = !DILocalVariable(name: "x", arg: 2, scope: !405, file: !22, line: 6325, type: !34)
!409 = !DILocation(line: 6325, column: 14, scope: !405)
!410 = !DILocation(line: 6325, column: 32, scope: !405)
!411 = distinct !DISubprogram(name: "opBinaryRight!\22in\22", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result__T13opBinaryRightVAyaa2_696eZQBbMxFNaNbNiNfmZb", scope: !65, file: !22, line: 6317, type: !134, scopeLine: 6317, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !412)
!412 = !{!413, !414, !415}
!413 = !DILocalVariable(name: "this", arg: 1, scope: !411, file: !22, line: 6317, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!414 = !DILocalVariable(name: "val", arg: 2, scope: !411, file: !22, line: 6317, type: !34)
!415 = !DILocalVariable(name: "supposedIndex", scope: !411, file: !22, line: 6322, type: !71)
!416 = !DILocation(line: 6317, column: 14, scope: !411)
!417 = !DILocation(line: 6320, column: 13, scope: !418)
!418 = distinct !DILexicalBlock(scope: !411, file: !22, line: 6320, column: 13)
!419 = !DILocation(line: 6320, column: 24, scope: !420)
!420 = distinct !DILexicalBlock(scope: !418, file: !22, line: 6320, column: 24)
!421 = !DILocation(line: 6322, column: 18, scope: !411)
!422 = !DILocation(line: 6322, column: 13, scope: !411)
!423 = !DILocation(line: 6323, column: 13, scope: !411)
!424 = distinct !DISubprogram(name: "opSlice", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opSliceMNgFNaNbNiNfZNgSQClQCk__TQChTiTmTiZQCrFimiZQCg", scope: !65, file: !22, line: 6326, type: !67, scopeLine: 6326, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !425)
!425 = !{!426}
!426 = !DILocalVariable(name: "this", arg: 1, scope: !424, file: !22, line: 6326, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!427 = !DILocation(line: 6326, column: 23, scope: !424)
!428 = !DILocation(line: 6326, column: 41, scope: !424)
!429 = distinct !DISubprogram(name: "opSlice", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result7opSliceMNgFNaNbNiNfmmZNgSQCnQCm__TQCjTiTmTiZQCtFimiZQCi", scope: !65, file: !22, line: 6327, type: !67, scopeLine: 6327, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !430)
!430 = !{!431, !432, !433}
!431 = !DILocalVariable(name: "this", arg: 1, scope: !429, file: !22, line: 6327, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!432 = !DILocalVariable(name: "lower", arg: 2, scope: !429, file: !22, line: 6327, type: !34)
!433 = !DILocalVariable(name: "upper", arg: 3, scope: !429, file: !22, line: 6327, type: !34)
!434 = !DILocation(line: 6327, column: 23, scope: !429)
!435 = !DILocation(line: 6331, column: 13, scope: !429)
!436 = distinct !DISubprogram(name: "length", linkageName: "_D3std5range__T4iotaTiTmTiZQmFimiZ6Result6lengthMxFNaNbNdNiNfZm", scope: !65, file: !22, line: 6336, type: !171, scopeLine: 6336, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !437)
!437 = !{!438}
!438 = !DILocalVariable(name: "this", arg: 1, scope: !436, file: !22, line: 6336, type: !325, flags: DIFlagArtificial | DIFlagObjectPointer)
!439 = !DILocation(line: 6336, column: 26, scope: !436)
!440 = !DILocation(line: 6338, column: 13, scope: !441)
!441 = distinct !DILexicalBlock(scope: !436, file: !22, line: 6338, column: 13)
!442 = !DILocation(line: 6339, column: 17, scope: !443)
!443 = distinct !DILexicalBlock(scope: !441, file: !22, line: 6339, column: 17)
!444 = !DILocation(line: 6340, column: 13, scope: !445)
!445 = distinct !DILexicalBlock(scope: !436, file: !22, line: 6340, column: 13)
!446 = !DILocation(line: 6341, column: 17, scope: !447)
!447 = distinct !DILexicalBlock(scope: !445, file: !22, line: 6341, column: 17)
!448 = !DILocation(line: 6342, column: 13, scope: !436)
!449 = distinct !DISubprogram(name: "unsigned!(const(ulong))", linkageName: "_D3std4conv__T8unsignedTxmZQnFNaNbNiNfxmZm", scope: !89, file: !90, line: 5215, type: !171, scopeLine: 5215, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !450)
!450 = !{!451}
!451 = !DILocalVariable(name: "x", arg: 1, scope: !449, file: !90, line: 5215, type: !452)
!452 = !DIBasicType(name: "const(ulong)", size: 64, encoding: DW_ATE_unsigned)
!453 = !DILocation(line: 5215, column: 6, scope: !449)
!454 = !DILocation(line: 5218, column: 5, scope: !449)
!455 = distinct !DISubprogram(name: "retroIndex", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw10retroIndexMFNaNbNiNfmZm", scope: !59, file: !22, line: 277, type: !171, scopeLine: 277, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !456)
!456 = !{!457, !458}
!457 = !DILocalVariable(name: "this", arg: 1, scope: !455, file: !22, line: 277, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!458 = !DILocalVariable(name: "n", arg: 2, scope: !455, file: !22, line: 277, type: !34)
!459 = !DILocation(line: 277, column: 24, scope: !455)
!460 = !DILocation(line: 279, column: 21, scope: !455)
!461 = distinct !DISubprogram(name: "save", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw4saveMFNaNbNdNiNfZSQDmQDl__TQDiTQDfZQDqFQDnZ__TQCtZQCx", scope: !59, file: !22, line: 287, type: !61, scopeLine: 287, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !462)
!462 = !{!463}
!463 = !DILocalVariable(name: "this", arg: 1, scope: !461, file: !22, line: 287, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!464 = !DILocation(line: 287, column: 28, scope: !461)
!465 = !DILocation(line: 289, column: 17, scope: !461)
!466 = distinct !DISubprogram(name: "back", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw4backMFNaNbNdNiNfZm", scope: !59, file: !22, line: 293, type: !171, scopeLine: 293, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !467)
!467 = !{!468}
!468 = !DILocalVariable(name: "this", arg: 1, scope: !466, file: !22, line: 293, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!469 = !DILocation(line: 293, column: 32, scope: !466)
!470 = !DILocation(line: 293, column: 41, scope: !466)
!471 = distinct !DISubprogram(name: "popBack", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw7popBackMFNaNbNiNfZv", scope: !59, file: !22, line: 294, type: !150, scopeLine: 294, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !472)
!472 = !{!473}
!473 = !DILocalVariable(name: "this", arg: 1, scope: !471, file: !22, line: 294, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!474 = !DILocation(line: 294, column: 18, scope: !471)
!475 = !DILocation(line: 294, column: 30, scope: !471)
!476 = !DILocation(line: 294, column: 49, scope: !471)
!477 = distinct !DISubprogram(name: "moveFront", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw9moveFrontMFNaNbNiNfZm", scope: !59, file: !22, line: 298, type: !171, scopeLine: 298, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !478)
!478 = !{!479}
!479 = !DILocalVariable(name: "this", arg: 1, scope: !477, file: !22, line: 298, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!480 = !DILocation(line: 298, column: 31, scope: !477)
!481 = !DILocation(line: 300, column: 21, scope: !477)
!482 = distinct !DISubprogram(name: "moveBack!(Result)", linkageName: "_D3std5range10primitives__T8moveBackTSQBkQBj__T4iotaTiTmTiZQmFimiZ6ResultZQBvFNaNbNiNfQBxZm", scope: !201, file: !200, line: 2125, type: !171, scopeLine: 2125, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !483)
!483 = !{!484}
!484 = !DILocalVariable(name: "r", arg: 1, scope: !482, file: !200, line: 2125, type: !65)
!485 = !DILocation(line: 2125, column: 15, scope: !482)
!486 = !DILocation(line: 2133, column: 9, scope: !482)
!487 = distinct !DISubprogram(name: "moveBack", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw8moveBackMFNaNbNiNfZm", scope: !59, file: !22, line: 306, type: !171, scopeLine: 306, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !488)
!488 = !{!489}
!489 = !DILocalVariable(name: "this", arg: 1, scope: !487, file: !22, line: 306, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!490 = !DILocation(line: 306, column: 31, scope: !487)
!491 = !DILocation(line: 308, column: 21, scope: !487)
!492 = distinct !DISubprogram(name: "moveFront!(Result)", linkageName: "_D3std5range10primitives__T9moveFrontTSQBlQBk__T4iotaTiTmTiZQmFimiZ6ResultZQBwFNaNbNiNfQBxZm", scope: !201, file: !200, line: 2067, type: !171, scopeLine: 2067, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !493)
!493 = !{!494}
!494 = !DILocalVariable(name: "r", arg: 1, scope: !492, file: !200, line: 2067, type: !65)
!495 = !DILocation(line: 2067, column: 15, scope: !492)
!496 = !DILocation(line: 2075, column: 9, scope: !492)
!497 = distinct !DISubprogram(name: "opIndex", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw7opIndexMFNaNbNiNfmZm", scope: !59, file: !22, line: 327, type: !171, scopeLine: 327, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !498)
!498 = !{!499, !500}
!499 = !DILocalVariable(name: "this", arg: 1, scope: !497, file: !22, line: 327, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!500 = !DILocalVariable(name: "n", arg: 2, scope: !497, file: !22, line: 327, type: !34)
!501 = !DILocation(line: 327, column: 26, scope: !497)
!502 = !DILocation(line: 327, column: 46, scope: !497)
!503 = distinct !DISubprogram(name: "moveAt", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw6moveAtMFNaNbNiNfmZm", scope: !59, file: !22, line: 339, type: !171, scopeLine: 339, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !504)
!504 = !{!505, !506}
!505 = !DILocalVariable(name: "this", arg: 1, scope: !503, file: !22, line: 339, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!506 = !DILocalVariable(name: "index", arg: 2, scope: !503, file: !22, line: 339, type: !34)
!507 = !DILocation(line: 339, column: 35, scope: !503)
!508 = !DILocation(line: 341, column: 25, scope: !503)
!509 = distinct !DISubprogram(name: "moveAt!(Result)", linkageName: "_D3std5range10primitives__T6moveAtTSQBiQBh__T4iotaTiTmTiZQmFimiZ6ResultZQBtFNaNbNiNfQBxmZm", scope: !201, file: !200, line: 2171, type: !171, scopeLine: 2171, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !510)
!510 = !{!511, !512}
!511 = !DILocalVariable(name: "r", arg: 1, scope: !509, file: !200, line: 2171, type: !65)
!512 = !DILocalVariable(name: "i", arg: 2, scope: !509, file: !200, line: 2171, type: !34)
!513 = !DILocation(line: 2171, column: 15, scope: !509)
!514 = !DILocation(line: 2179, column: 9, scope: !509)
!515 = distinct !DISubprogram(name: "opSlice", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw7opSliceMFNaNbNiNfmmZSQDpQDo__TQDlTQDiZQDtFQDqZ__TQCwZQDa", scope: !59, file: !22, line: 346, type: !61, scopeLine: 346, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !516)
!516 = !{!517, !518, !519}
!517 = !DILocalVariable(name: "this", arg: 1, scope: !515, file: !22, line: 346, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!518 = !DILocalVariable(name: "a", arg: 2, scope: !515, file: !22, line: 346, type: !34)
!519 = !DILocalVariable(name: "b", arg: 3, scope: !515, file: !22, line: 346, type: !34)
!520 = !DILocation(line: 346, column: 34, scope: !515)
!521 = !DILocation(line: 348, column: 25, scope: !515)
!522 = distinct !DISubprogram(name: "length", linkageName: "_D3std5range__T5retroTSQvQt__T4iotaTiTmTiZQmFimiZ6ResultZQBqFQBnZ__TQtZQw9__mixin166lengthMFNaNbNdNiNfZm", scope: !59, file: !200, line: 2563, type: !171, scopeLine: 2563, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !523)
!523 = !{!524}
!524 = !DILocalVariable(name: "this", arg: 1, scope: !522, file: !200, line: 2563, type: !167, flags: DIFlagArtificial | DIFlagObjectPointer)
!525 = !DILocation(line: 2563, column: 24, scope: !522)
!526 = !DILocation(line: 2565, column: 13, scope: !522)
!527 = distinct !DISubprogram(name: "this", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr6__ctorMFNaNbNcNiNfQBaZSQDtQDsQDl__TQDeSQCxQDaUQCumZQCuTQClZQEc", scope: !100, file: !19, line: 555, type: !98, scopeLine: 555, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !528)
!528 = !{!529, !531}
!529 = !DILocalVariable(name: "this", arg: 1, scope: !527, file: !19, line: 555, type: !530, flags: DIFlagArtificial | DIFlagObjectPointer)
!530 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !100, size: 64, align: 64)
!531 = !DILocalVariable(name: "input", arg: 2, scope: !527, file: !19, line: 555, type: !36)
!532 = !DILocation(line: 555, column: 5, scope: !527)
!533 = !DILocation(line: 557, column: 9, scope: !527)
!534 = distinct !DISubprogram(name: "__lambda11!(const(double))", linkageName: "_D6rangesQhUPxdmZ__T10__lambda11TxdZQqFNaNbNiNfxdZd", scope: !25, file: !12, line: 17, type: !26, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !535)
!535 = !{!536}
!536 = !DILocalVariable(name: "v", arg: 1, scope: !534, file: !12, line: 17, type: !32)
!537 = !DILocation(line: 17, column: 48, scope: !534)
!538 = !DILocation(line: 17, column: 53, scope: !534)
!539 = distinct !DISubprogram(name: "empty", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr5emptyMFNaNbNdNiNfZb", scope: !100, file: !19, line: 567, type: !134, scopeLine: 567, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !540)
!540 = !{!541}
!541 = !DILocalVariable(name: "this", arg: 1, scope: !539, file: !19, line: 567, type: !530, flags: DIFlagArtificial | DIFlagObjectPointer)
!542 = !DILocation(line: 567, column: 24, scope: !539)
!543 = !DILocation(line: 569, column: 13, scope: !539)
!544 = distinct !DISubprogram(name: "popFront", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr8popFrontMFNaNbNiNfZv", scope: !100, file: !19, line: 573, type: !150, scopeLine: 573, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !545)
!545 = !{!546}
!546 = !DILocalVariable(name: "this", arg: 1, scope: !544, file: !19, line: 573, type: !530, flags: DIFlagArtificial | DIFlagObjectPointer)
!547 = !DILocation(line: 573, column: 10, scope: !544)
!548 = !DILocation(line: 576, column: 9, scope: !544)
!549 = !DILocation(line: 577, column: 5, scope: !544)
!550 = distinct !DISubprogram(name: "front", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr5frontMFNaNbNdNiNfZd", scope: !100, file: !19, line: 579, type: !26, scopeLine: 579, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !551)
!551 = !{!552}
!552 = !DILocalVariable(name: "this", arg: 1, scope: !550, file: !19, line: 579, type: !530, flags: DIFlagArtificial | DIFlagObjectPointer)
!553 = !DILocation(line: 579, column: 24, scope: !550)
!554 = !DILocation(line: 582, column: 9, scope: !550)
!555 = distinct !DISubprogram(name: "opIndex", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr7opIndexMFNaNbNiNfmZd", scope: !100, file: !19, line: 592, type: !26, scopeLine: 592, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !556)
!556 = !{!557, !558}
!557 = !DILocalVariable(name: "this", arg: 1, scope: !555, file: !19, line: 592, type: !530, flags: DIFlagArtificial | DIFlagObjectPointer)
!558 = !DILocalVariable(name: "index", arg: 2, scope: !555, file: !19, line: 592, type: !34)
!559 = !DILocation(line: 592, column: 18, scope: !555)
!560 = !DILocation(line: 594, column: 13, scope: !555)
!561 = distinct !DISubprogram(name: "length", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr9__mixin116lengthMFNaNbNdNiNfZm", scope: !100, file: !200, line: 2563, type: !171, scopeLine: 2563, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !562)
!562 = !{!563}
!563 = !DILocalVariable(name: "this", arg: 1, scope: !561, file: !200, line: 2563, type: !530, flags: DIFlagArtificial | DIFlagObjectPointer)
!564 = !DILocation(line: 2563, column: 24, scope: !561)
!565 = !DILocation(line: 2565, column: 13, scope: !561)
!566 = distinct !DISubprogram(name: "opSlice", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr7opSliceMFNaNbNiNfmmZSQDrQDqQDj__TQDcSQCvQCyUQCsmZQCsTQCjZQEa", scope: !100, file: !19, line: 609, type: !98, scopeLine: 609, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !567)
!567 = !{!568, !569, !570}
!568 = !DILocalVariable(name: "this", arg: 1, scope: !566, file: !19, line: 609, type: !530, flags: DIFlagArtificial | DIFlagObjectPointer)
!569 = !DILocalVariable(name: "low", arg: 2, scope: !566, file: !19, line: 609, type: !34)
!570 = !DILocalVariable(name: "high", arg: 3, scope: !566, file: !19, line: 609, type: !34)
!571 = !DILocation(line: 609, column: 18, scope: !566)
!572 = !DILocation(line: 611, column: 17, scope: !566)
!573 = distinct !DISubprogram(name: "save", linkageName: "_D3std9algorithm9iteration__T9MapResultS6rangesQhUPxdmZ10__lambda11TAxdZQBr4saveMFNaNbNdNiNfZSQDoQDnQDg__TQCzSQCsQCvUQCpmZQCpTQCgZQDx", scope: !100, file: !19, line: 633, type: !98, scopeLine: 633, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !11, retainedNodes: !574)
!574 = !{!575}
!575 = !DILocalVariable(name: "this", arg: 1, scope: !573, file: !19, line: 633, type: !530, flags: DIFlagArtificial | DIFlagObjectPointer)
!576 = !DILocation(line: 633, column: 24, scope: !573)
!577 = !DILocation(line: 635, column: 13, scope: !573)
