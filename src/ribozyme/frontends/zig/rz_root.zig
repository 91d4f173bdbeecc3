// The root of every program: what it exports, how its checks fail, what its pages come from.
//
// `user` is the file that was loaded. `rz.names` lists its public functions, each of which is
// analysed since its address is taken; generic ones have no code of their own.

const std = @import("std");
const user = @import("user");

pub const os = struct {
    pub const heap = struct {
        pub const page_allocator = std.heap.c_allocator;
    };
};

pub const panic = struct {
    extern fn @"rz.stop.text"(message: [*]const u8, length: usize) noreturn;
    extern fn @"rz.stop.bounds"(index: usize, count: usize) noreturn;

    pub fn call(message: []const u8, first: ?usize) noreturn {
        _ = first;
        @"rz.stop.text"(message.ptr, message.len);
    }
    fn say(comptime message: []const u8) noreturn {
        @"rz.stop.text"(message.ptr, message.len);
    }
    pub fn outOfBounds(index: usize, len: usize) noreturn {
        @"rz.stop.bounds"(index, len);
    }
    pub fn sentinelMismatch(expected: anytype, found: @TypeOf(expected)) noreturn {
        _ = found;
        say("sentinel mismatch");
    }
    pub fn unwrapError(err: anyerror) noreturn {
        call(@errorName(err), null);
    }
    pub fn unexpectedErrorCode(err: anyerror) noreturn {
        call(@errorName(err), null);
    }
    pub fn startGreaterThanEnd(start: usize, end: usize) noreturn {
        _ = start;
        _ = end;
        say("start index is larger than end index");
    }
    pub fn inactiveUnionField(active: anytype, accessed: @TypeOf(active)) noreturn {
        _ = accessed;
        say("access of a union field that is not active");
    }
    pub fn sliceCastLenRemainder(src_len: usize) noreturn {
        _ = src_len;
        say("slice length does not divide exactly into destination elements");
    }
    pub fn reachedUnreachable() noreturn {
        say("reached unreachable code");
    }
    pub fn unwrapNull() noreturn {
        say("attempt to use null value");
    }
    pub fn castToNull() noreturn {
        say("cast causes pointer to be null");
    }
    pub fn incorrectAlignment() noreturn {
        say("incorrect alignment");
    }
    pub fn invalidErrorCode() noreturn {
        say("invalid error code");
    }
    pub fn integerOutOfBounds() noreturn {
        say("integer does not fit in destination type");
    }
    pub fn integerOverflow() noreturn {
        say("integer overflow");
    }
    pub fn shlOverflow() noreturn {
        say("left shift overflowed bits");
    }
    pub fn shrOverflow() noreturn {
        say("right shift overflowed bits");
    }
    pub fn divideByZero() noreturn {
        say("division by zero");
    }
    pub fn exactDivisionRemainder() noreturn {
        say("exact division produced remainder");
    }
    pub fn integerPartOutOfBounds() noreturn {
        say("integer part of floating point value out of bounds");
    }
    pub fn corruptSwitch() noreturn {
        say("switch on corrupt value");
    }
    pub fn shiftRhsTooBig() noreturn {
        say("shift amount is greater than the type size");
    }
    pub fn invalidEnumValue() noreturn {
        say("invalid enum value");
    }
    pub fn forLenMismatch() noreturn {
        say("for loop over objects with non-equal lengths");
    }
    pub fn copyLenMismatch() noreturn {
        say("source and destination have non-equal lengths");
    }
    pub fn memcpyAlias() noreturn {
        say("@memcpy arguments alias");
    }
    pub fn noreturnReturned() noreturn {
        say("'noreturn' function returned");
    }
    pub fn loadUninstantiableType() noreturn {
        say("attempt to load uninstantiable type");
    }
};

comptime {
    @setEvalBranchQuota(1_000_000);
    var names: []const u8 = "";
    for (@typeInfo(user).@"struct".decl_names) |name| {
        switch (@typeInfo(@TypeOf(@field(user, name)))) {
            .@"fn" => |f| if (!f.is_generic) {
                _ = &@field(user, name);
                names = names ++ name ++ "\n";
            },
            else => {},
        }
    }
    const all = (names ++ "\x00").*;
    @export(&all, .{ .name = "rz.names" });
}
