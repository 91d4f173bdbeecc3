; Whether two names are of one file now: a link, or two paths to it.
;
; Only the number of the device (32 bits at 0) and that of the file (64 bits at 8) are read, which lie
; there on Linux and macOS. A name without a file is none of another's.

declare i32 @stat(ptr, ptr)

define linkonce_odr hidden i1 @rz.files.one(ptr %one, ptr %other) nounwind {
  %first = alloca [512 x i8], align 16
  %second = alloca [512 x i8], align 16
  %failed = call i32 @stat(ptr %one, ptr %first)
  %missing = call i32 @stat(ptr %other, ptr %second)
  %either = or i32 %failed, %missing
  %there = icmp eq i32 %either, 0
  br i1 %there, label %compare, label %apart

compare:
  %device = load i32, ptr %first, align 8
  %device.other = load i32, ptr %second, align 8
  %first.file = getelementptr inbounds i8, ptr %first, i64 8
  %second.file = getelementptr inbounds i8, ptr %second, i64 8
  %file = load i64, ptr %first.file, align 8
  %file.other = load i64, ptr %second.file, align 8
  %one.device = icmp eq i32 %device, %device.other
  %one.file = icmp eq i64 %file, %file.other
  %same = and i1 %one.device, %one.file
  ret i1 %same

apart:
  ret i1 false
}
