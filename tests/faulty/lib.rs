//! The system's calls on files, of which one call fails. `tests/program/sweep.rs` builds this library and
//! loads it before the C library (`LD_PRELOAD`). Only calls on files below `FAULTY_PLACE` count. Call number
//! `FAULTY_AT`, counted from 1, fails; with `FAULTY_ON` all later calls that need room on the disk fail, too.
//! A failure is reported on standard error.
//!
//! - `FAULTY_CALL` names the only call that counts.
//! - `FAULTY_ERROR` is the number of the error, instead of the usual error.
//! - `FAULTY_DONE`: a failing `rename` is done all the same, as if a server's answer were lost.
//! - `FAULTY_CUT`: the power fails before the call. The file system of `FAULTY_PLACE` writes nothing more,
//!   and the process ends. Data forced to the disk earlier is reported.
//! - `FAULTY_HURRY` is the number of milliseconds that each write takes by the clock that the program sees.
//! - `FAULTY_JUMP` is the number of seconds that this clock jumps: forth with a write, back with the next.

use std::ffi::{CStr, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const ENOSPC: c_int = 28;
const EIO: c_int = 5;
const O_CREAT: c_int = 0o100;
const NEXT: *mut c_void = -1isize as *mut c_void;

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn __errno_location() -> *mut c_int;
    fn readlink(path: *const c_char, to: *mut c_char, length: usize) -> isize;
    fn syscall(number: c_long, ...) -> c_long;
    fn ioctl(fd: c_int, request: c_ulong, ...) -> c_int;
    fn _exit(code: c_int) -> !;
}

/// Finds the function that this one hides.
macro_rules! next {
    ($name:ident, $type:ty) => {{
        static NEXT_ONE: OnceLock<usize> = OnceLock::new();
        let name = concat!(stringify!($name), "\0");
        let address = NEXT_ONE.get_or_init(|| {
            #[allow(unused_unsafe)] // this may or may not be inside an unsafe block already
            unsafe {
                dlsym(NEXT, name.as_ptr().cast()) as usize
            }
        });
        #[allow(unused_unsafe)]
        unsafe {
            std::mem::transmute::<usize, $type>(*address)
        }
    }};
}

/// Faults requested by the environment.
struct Faulty {
    place: Vec<u8>,
    at: u64,
    goes_on: bool,
    call: Vec<u8>,
    error: Option<c_int>,
    is_done: bool,
    cut: bool,
    hurry: u64,
    jump: u64,
}

static CALLS: AtomicU64 = AtomicU64::new(0);

fn faulty() -> &'static Faulty {
    static FAULTY: OnceLock<Faulty> = OnceLock::new();
    FAULTY.get_or_init(|| {
        let text = |name: &str| std::env::var(name).unwrap_or_default();
        Faulty {
            place: text("FAULTY_PLACE").into_bytes(),
            at: text("FAULTY_AT").parse().unwrap_or(u64::MAX),
            goes_on: !text("FAULTY_ON").is_empty(),
            call: text("FAULTY_CALL").into_bytes(),
            error: text("FAULTY_ERROR").parse().ok(),
            is_done: !text("FAULTY_DONE").is_empty(),
            cut: !text("FAULTY_CUT").is_empty(),
            hurry: text("FAULTY_HURRY").parse().unwrap_or_default(),
            jump: text("FAULTY_JUMP").parse().unwrap_or_default(),
        }
    })
}

/// Whether this call fails; if so, sets the error.
fn fails(name: &str, path: &[u8], error: c_int) -> bool {
    let faulty = faulty();
    let is_other = !faulty.call.is_empty() && faulty.call != name.as_bytes();
    if faulty.place.is_empty() || is_other || !path.starts_with(&faulty.place) {
        return false;
    }
    let call = CALLS.fetch_add(1, Ordering::SeqCst) + 1;
    let fails = call == faulty.at || faulty.goes_on && call > faulty.at && error == ENOSPC;
    if call == faulty.at {
        told(&format!("fault {call}: {name} {}\n", String::from_utf8_lossy(path)));
        if faulty.cut {
            power_goes(&faulty.place);
        }
    }
    if fails {
        unsafe { *__errno_location() = faulty.error.unwrap_or(error) };
    }
    fails
}

/// Writes to standard error, by a call that is not counted.
fn told(text: &str) {
    // System call number of write(2).
    #[cfg(target_arch = "x86_64")]
    const WRITE: c_long = 1;
    #[cfg(not(target_arch = "x86_64"))]
    const WRITE: c_long = 64;
    unsafe { syscall(WRITE, 2 as c_long, text.as_ptr(), text.len()) };
}

/// Shuts down the file system as it is: data of files and of the journal not yet written is lost.
fn power_goes(place: &[u8]) -> ! {
    // FS_IOC_SHUTDOWN, without writing the journal.
    const SHUTDOWN: c_ulong = 0x8004_587d;
    let how: u32 = 2;
    let place = [place, b"\0"].concat();
    unsafe {
        let folder = next!(open64, Open)(place.as_ptr().cast(), 0, 0);
        if ioctl(folder, SHUTDOWN, &how) != 0 {
            told("no shutdown\n");
        }
        _exit(9)
    }
}

/// Reports how much of a file is on the disk.
fn is_forced(path: &[u8]) {
    if faulty().cut && path.starts_with(&faulty().place) {
        let path = String::from_utf8_lossy(path);
        if let Ok(meta) = std::fs::metadata(&*path) {
            told(&format!("forced {} {path}\n", meta.len()));
        }
    }
}

unsafe fn text<'a>(path: *const c_char) -> &'a [u8] {
    unsafe { CStr::from_ptr(path) }.to_bytes()
}

/// Returns the name under which the file was opened.
fn name_of(fd: c_int) -> Vec<u8> {
    let link = format!("/proc/self/fd/{fd}\0");
    let mut name = vec![0u8; 4096];
    let length = unsafe { readlink(link.as_ptr().cast(), name.as_mut_ptr().cast(), name.len()) };
    name.truncate(usize::try_from(length).unwrap_or_default());
    name
}

type Open = unsafe extern "C" fn(*const c_char, c_int, c_uint) -> c_int;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    let error = if flags & O_CREAT != 0 { ENOSPC } else { EIO };
    if fails("open", unsafe { text(path) }, error) {
        return -1;
    }
    unsafe { next!(open64, Open)(path, flags, mode) }
}

type Write = unsafe extern "C" fn(c_int, *const c_void, usize) -> isize;

/// Fails after writing half of the bytes, if it fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(fd: c_int, bytes: *const c_void, length: usize) -> isize {
    let next = next!(write, Write);
    if fd > 2 && faulty().hurry > 0 {
        AHEAD.fetch_add(faulty().hurry, Ordering::SeqCst);
    }
    if fd > 2 && faulty().jump > 0 {
        let ahead = if AHEAD.load(Ordering::SeqCst) == 0 { 1_000 * faulty().jump } else { 0 };
        AHEAD.store(ahead, Ordering::SeqCst);
    }
    if fd > 2 && fails("write", &name_of(fd), ENOSPC) {
        let error = unsafe { *__errno_location() };
        unsafe { next(fd, bytes, length / 2) };
        unsafe { *__errno_location() = error };
        return -1;
    }
    unsafe { next(fd, bytes, length) }
}

/// Milliseconds by which the clock is ahead.
static AHEAD: AtomicU64 = AtomicU64::new(0);

#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut [i64; 2]) -> c_int {
    type Clock = unsafe extern "C" fn(c_int, *mut [i64; 2]) -> c_int;
    let result = unsafe { next!(clock_gettime, Clock)(clock, time) };
    let ahead = AHEAD.load(Ordering::SeqCst) as i64;
    if result == 0 && ahead > 0 {
        let [seconds, nanoseconds] = unsafe { &mut *time };
        *nanoseconds += ahead % 1000 * 1_000_000;
        *seconds += ahead / 1000 + *nanoseconds / 1_000_000_000;
        *nanoseconds %= 1_000_000_000;
    }
    result
}

/// Functions of a file descriptor with further arguments; each ends in its error and an action on success.
macro_rules! of_file {
    ($($name:ident($($argument:ident: $type:ty),*), $error:expr, $then:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(fd: c_int $(, $argument: $type)*) -> c_int {
            if fails(stringify!($name), &name_of(fd), $error) {
                return -1;
            }
            let done =
                unsafe { next!($name, unsafe extern "C" fn(c_int $(, $type)*) -> c_int)(fd $(, $argument)*) };
            if done == 0 {
                let then: fn(&[u8]) = $then;
                then(&name_of(fd));
            }
            done
        }
    )*};
}

of_file! {
    ftruncate64(length: i64), EIO, |_| {};
    flock(how: c_int), EIO, |_| {};
    fsync(), EIO, is_forced;
    fdatasync(), EIO, is_forced;
}

/// Functions of one path or two.
macro_rules! of_path {
    ($($name:ident($($argument:ident: $type:ty),*), $path:ident, $error:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> c_int {
            if fails(stringify!($name), unsafe { text($path) }, $error) {
                return -1;
            }
            unsafe { next!($name, unsafe extern "C" fn($($type),*) -> c_int)($($argument),*) }
        }
    )*};
}

of_path! {
    unlink(path: *const c_char), path, EIO;
    mkdir(path: *const c_char, mode: c_uint), path, ENOSPC;
    linkat(a: c_int, from: *const c_char, b: c_int, to: *const c_char, flags: c_int), from, ENOSPC;
}

type Rename = unsafe extern "C" fn(*const c_char, *const c_char) -> c_int;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn rename(from: *const c_char, to: *const c_char) -> c_int {
    let next = next!(rename, Rename);
    if fails("rename", unsafe { text(from) }, ENOSPC) {
        let error = unsafe { *__errno_location() };
        if faulty().is_done {
            unsafe { next(from, to) };
        }
        unsafe { *__errno_location() = error };
        return -1;
    }
    unsafe { next(from, to) }
}

type Read = unsafe extern "C" fn(c_int, *mut c_void, usize) -> isize;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn read(fd: c_int, to: *mut c_void, length: usize) -> isize {
    if fd > 2 && fails("read", &name_of(fd), EIO) {
        return -1;
    }
    unsafe { next!(read, Read)(fd, to, length) }
}
