//! The system's calls on files, one of which fails: loaded before the C library (`LD_PRELOAD`) by `tests/program/sweep.rs`,
//! which builds it. Only what lies under `FAULTY_PLACE` counts. The call of number `FAULTY_AT` fails, from 1; with
//! `FAULTY_ON` all behind it that need room on the disk fail, too. A failure is reported on standard error.

use std::ffi::{CStr, c_char, c_int, c_long, c_uint, c_void};
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
}

/// What is asked for by the environment.
struct Faulty {
    place: Vec<u8>,
    at: u64,
    goes_on: bool,
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
        }
    })
}

/// Whether this call fails; sets the error if so.
fn fails(name: &str, path: &[u8], error: c_int) -> bool {
    let Faulty { place, at, goes_on } = faulty();
    if place.is_empty() || !path.starts_with(place) {
        return false;
    }
    let call = CALLS.fetch_add(1, Ordering::SeqCst) + 1;
    let fails = call == *at || *goes_on && call > *at && error == ENOSPC;
    if fails {
        if call == *at {
            let told = format!("fault {call}: {name} {}\n", String::from_utf8_lossy(path));
            // The number of write(2), which is not counted.
            #[cfg(target_arch = "x86_64")]
            const WRITE: c_long = 1;
            #[cfg(not(target_arch = "x86_64"))]
            const WRITE: c_long = 64;
            unsafe { syscall(WRITE, 2 as c_long, told.as_ptr(), told.len()) };
        }
        unsafe { *__errno_location() = error };
    }
    fails
}

unsafe fn text<'a>(path: *const c_char) -> &'a [u8] {
    unsafe { CStr::from_ptr(path) }.to_bytes()
}

/// Under which name the file was opened.
fn name_of(fd: c_int) -> Vec<u8> {
    let link = format!("/proc/self/fd/{fd}\0");
    let mut name = vec![0u8; 4096];
    let length = unsafe { readlink(link.as_ptr().cast(), name.as_mut_ptr().cast(), name.len()) };
    name.truncate(usize::try_from(length).unwrap_or_default());
    name
}

/// The function behind this one.
macro_rules! next {
    ($name:ident, $type:ty) => {{
        static NEXT_ONE: OnceLock<usize> = OnceLock::new();
        let name = concat!(stringify!($name), "\0");
        let address = NEXT_ONE.get_or_init(|| {
            #[allow(unused_unsafe)] // where it is used this is unsafe already, or not
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

/// A write that fails has written half of it before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(fd: c_int, bytes: *const c_void, length: usize) -> isize {
    let next = next!(write, Write);
    if fd > 2 && fails("write", &name_of(fd), ENOSPC) {
        unsafe { next(fd, bytes, length / 2) };
        unsafe { *__errno_location() = ENOSPC };
        return -1;
    }
    unsafe { next(fd, bytes, length) }
}

/// Functions of a file, with two more numbers or none.
macro_rules! of_file {
    ($($name:ident($($argument:ident: $type:ty),*), $error:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(fd: c_int $(, $argument: $type)*) -> c_int {
            if fails(stringify!($name), &name_of(fd), $error) {
                return -1;
            }
            unsafe { next!($name, unsafe extern "C" fn(c_int $(, $type)*) -> c_int)(fd $(, $argument)*) }
        }
    )*};
}

of_file! {
    ftruncate64(length: i64), EIO;
    flock(how: c_int), EIO;
    fsync(), EIO;
    fdatasync(), EIO;
}

/// Functions of one name or two.
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
    rename(from: *const c_char, to: *const c_char), from, ENOSPC;
    unlink(path: *const c_char), path, EIO;
    mkdir(path: *const c_char, mode: c_uint), path, ENOSPC;
    linkat(a: c_int, from: *const c_char, b: c_int, to: *const c_char, flags: c_int), from, ENOSPC;
}

type Read = unsafe extern "C" fn(c_int, *mut c_void, usize) -> isize;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn read(fd: c_int, to: *mut c_void, length: usize) -> isize {
    if fd > 2 && fails("read", &name_of(fd), EIO) {
        return -1;
    }
    unsafe { next!(read, Read)(fd, to, length) }
}
