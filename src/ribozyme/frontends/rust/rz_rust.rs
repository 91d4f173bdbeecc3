//! How a panic leaves native code for Python.
//!
//! The hook writes down what a panic says, and prints nothing. The panic unwinds to the guard that
//! Python called, which is no Rust: it hands the exception to `end`, where it is thrown once more
//! and caught as Rust catches, so that the standard library's counts are right again.

use std::cell::RefCell;
use std::panic::{PanicHookInfo, catch_unwind, set_hook};

const CLASS: u64 = u64::from_ne_bytes(*b"MOZ\0RUST");
const ROOM: usize = 512;
const FOREIGN: i32 = -3;
const SAID: i32 = 2;

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

unsafe extern "C-unwind" {
    fn _Unwind_RaiseException(exception: *mut u64) -> i32;
}

unsafe extern "C" {
    fn _Unwind_DeleteException(exception: *mut u64);
}

fn write_down(info: &PanicHookInfo) {
    let what = info.payload_as_str().unwrap_or("a value that is no text");
    let place = info.location().map(|l| format!(" at {}:{}:{}", l.file(), l.line(), l.column()));
    MESSAGE.set(format!("panic{}: {what}", place.unwrap_or_default()));
}

/// Ends an exception; its status, and its message in the report.
unsafe extern "C" fn end(exception: *mut u64, report: *mut u8) -> i32 {
    unsafe {
        if *exception != CLASS {
            _Unwind_DeleteException(exception);
            return FOREIGN;
        }
        let _ = catch_unwind(|| _Unwind_RaiseException(exception));
        let message = MESSAGE.take();
        let count = message.len().min(ROOM - 1);
        std::ptr::copy_nonoverlapping(message.as_ptr(), report, count);
        *report.add(count) = 0;
    }
    SAID
}

/// Called once when the library is opened, with the place where the guard looks for `end`.
#[unsafe(export_name = "rz.start")]
pub unsafe extern "C" fn start(place: *mut unsafe extern "C" fn(*mut u64, *mut u8) -> i32) {
    set_hook(Box::new(write_down));
    unsafe { *place = end };
}
