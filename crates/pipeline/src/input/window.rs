//! Windows: stretches of plain files that are mapped into memory. All `unsafe` code for them is here.
//!
//! The file belongs to others, so it can change under a window:
//!
//! - *Its bytes are not stable.* Two reads of one place may give different bytes. So [`Window::bytes`] is for
//!   reads for which any bytes will do (where does a line end?); bytes that become a row are copied once, by
//!   [`Window::copy`].
//! - *Its bytes can disappear.* The system answers a read of a page behind the end of a file that became
//!   shorter, or of a page that the disk cannot deliver, with the signal SIGBUS, which ends a process. A
//!   handler maps zeros over the window and marks it as broken; the read continues, and nothing read from a
//!   broken window is used ([`Window::check`]).

use super::raw::became_shorter;
use faults::Guard;
use memmap2::{Mmap, MmapOptions};
use std::{fs::File, io, ops::Range, sync::Arc};

/// Alignment of windows in their file: no system has larger pages.
pub(super) const ALIGNED: u64 = 1 << 16;

/// Mapped bytes of a file. Dropping a window frees the memory of its bytes.
pub(super) struct Window {
    guard: Guard,
    map: Mmap,
    file: Arc<File>,
    from: u64,
}

impl Window {
    /// Maps these bytes, the first at a multiple of [`ALIGNED`], and has the system read them ahead. Fails if
    /// it cannot map them, or if faults cannot be recovered from.
    pub fn open(file: &Arc<File>, bytes: Range<u64>) -> io::Result<Window> {
        let length = usize::try_from(bytes.end - bytes.start).map_err(io::Error::other)?;
        let mut options = MmapOptions::new();
        // SAFETY: the map is read only; users of `bytes` must expect its bytes to change, and the guard, set
        // before any read, handles bytes that disappear.
        #[allow(unsafe_code)]
        let map = unsafe { options.offset(bytes.start).len(length).map(&**file)? };
        let guard = Guard::over(&map)?;
        #[cfg(unix)]
        for advice in [memmap2::Advice::Sequential, memmap2::Advice::WillNeed] {
            let _ = map.advise(advice); // affects only speed
        }
        Ok(Window { guard, map, file: file.clone(), from: bytes.start })
    }

    /// Returns the bytes, which may differ at the next read.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Copies the bytes in `range` as they are now. Fails if they may differ from the file's bytes.
    pub fn copy(&self, range: Range<usize>) -> io::Result<Vec<u8>> {
        let end = range.end;
        let copy = self.bytes().get(range).unwrap_or_default().to_vec();
        self.check(end)?;
        Ok(copy)
    }

    /// Checks that bytes read up to `end` were in the file: it is still as long, and the window is not
    /// broken.
    pub fn check(&self, end: usize) -> io::Result<()> {
        // The order matters: another thread may break the window at any time, and the cause must show in the
        // length.
        let is_broken = self.guard.is_broken();
        let length = self.file.metadata()?.len();
        let is_shorter = |end: usize| length < self.from + end as u64;
        match is_broken {
            true if is_shorter(self.map.len()) => Err(became_shorter()),
            true => Err(io::Error::other("a part of the file cannot be read")),
            false if is_shorter(end) => Err(became_shorter()),
            false => Ok(()),
        }
    }
}

#[cfg(target_os = "linux")]
mod faults {
    use libc::{c_int, c_void, sigaction, siginfo_t};
    use std::io::{self, ErrorKind};
    use std::mem::{transmute, zeroed};
    use std::ptr::null_mut;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};

    /// Slot by which the handler knows a window.
    struct MapSlot {
        /// Address of the window and, in the lowest bits, its length in units; 0 if there is no window. One
        /// word has both, so that both always belong to the same window.
        place: AtomicUsize,
        is_broken: AtomicBool,
    }

    /// Unit of lengths: pages are multiples of the unit, so the lower bits of addresses are free.
    const UNIT: usize = 1 << 12;
    /// Value of a slot that is being taken: it has no bytes.
    const TAKEN: usize = UNIT;

    /// Far more slots than one run has windows open (a few, and one for each batch in flight). Without a slot
    /// no window can be opened.
    static SLOTS: [MapSlot; 64] =
        [const { MapSlot { place: AtomicUsize::new(0), is_broken: AtomicBool::new(false) } }; 64];

    /// Guard that keeps a map's faults from ending the process.
    pub struct Guard(&'static MapSlot);

    impl Guard {
        /// Guards a map that begins and ends with a page. The guard must be dropped before the map.
        pub fn over(map: &[u8]) -> io::Result<Guard> {
            let (start, units) = (map.as_ptr() as usize, map.len().div_ceil(UNIT));
            if !is_handled() || start % UNIT != 0 || units >= UNIT {
                return Err(ErrorKind::Unsupported.into());
            }
            let take = |slot: &&MapSlot| {
                let place = &slot.place;
                place.compare_exchange(0, TAKEN, Ordering::AcqRel, Ordering::Relaxed).is_ok()
            };
            let slot = SLOTS.iter().find(take).ok_or(ErrorKind::ResourceBusy)?;
            slot.is_broken.store(false, Ordering::Relaxed);
            slot.place.store(start | units, Ordering::Release);
            Ok(Guard(slot))
        }

        /// Whether bytes read so far may have been zeros instead of the file's.
        pub fn is_broken(&self) -> bool {
            // The fence keeps the reads before this check.
            fence(Ordering::SeqCst);
            self.0.is_broken.load(Ordering::SeqCst)
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            self.0.place.store(0, Ordering::Release);
        }
    }

    impl MapSlot {
        /// Maps zeros over the window if this address is in it; returns whether it did. Called by the
        /// handler, so it must not allocate, lock or panic.
        fn mend(&self, address: usize) -> bool {
            let place = self.place.load(Ordering::Acquire);
            let (start, length) = (place & !(UNIT - 1), (place & (UNIT - 1)) * UNIT);
            if address < start || address - start >= length {
                return false;
            }
            self.is_broken.store(true, Ordering::SeqCst);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            // SAFETY: the thread that faulted is reading this window, so its map exists and stays until the
            // read is over. Zeros replace it as a whole, read only, where bytes may change at any time.
            #[allow(unsafe_code)]
            let zeros = unsafe { libc::mmap(start as *mut c_void, length, libc::PROT_READ, flags, -1, 0) };
            zeros != libc::MAP_FAILED
        }
    }

    /// Previous action for SIGBUS; `None` if no handler could be installed.
    static BEFORE: OnceLock<Option<sigaction>> = OnceLock::new();

    /// Installs the handler, once; returns whether it is installed.
    fn is_handled() -> bool {
        BEFORE.get_or_init(install).is_some()
    }

    fn install() -> Option<sigaction> {
        // SAFETY: all-zero is a value of `sigaction`; the handler has the type that SA_SIGINFO asks for, and
        // does only what a signal handler may: atomics and system calls.
        #[allow(unsafe_code)]
        unsafe {
            let (mut ours, mut before): (sigaction, sigaction) = (zeroed(), zeroed());
            ours.sa_sigaction = on_fault as extern "C" fn(_, _, _) as usize;
            ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            (libc::sigaction(libc::SIGBUS, &ours, &mut before) == 0).then_some(before)
        }
    }

    extern "C" fn on_fault(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the system calls this with a valid `info`, and `si_addr` is set if the code is that of a
        // fault.
        #[allow(unsafe_code)]
        let address = unsafe { ((*info).si_code > 0).then(|| (*info).si_addr() as usize) };
        if address.is_some_and(|address| SLOTS.iter().any(|slot| slot.mend(address))) {
            return;
        }
        let before = BEFORE.get().copied().flatten();
        let handler = before.map_or(libc::SIG_DFL, |before| before.sa_sigaction);
        let has_info = before.is_some_and(|before| before.sa_flags & libc::SA_SIGINFO != 0);
        // SAFETY: the previous handler is called as it asked to be. Without one the signal has its default
        // effect: it ends the process, as soon as this handler has returned.
        #[allow(unsafe_code)]
        unsafe {
            match handler {
                libc::SIG_DFL | libc::SIG_IGN => {
                    libc::sigaction(signal, &zeroed(), null_mut());
                    libc::raise(signal);
                }
                _ if has_info => {
                    let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = transmute(handler);
                    handler(signal, info, context);
                }
                _ => {
                    let handler: extern "C" fn(c_int) = transmute(handler);
                    handler(signal);
                }
            }
        }
    }
}

/// On other systems files are not mapped but read.
#[cfg(not(target_os = "linux"))]
mod faults {
    pub enum Guard {}

    impl Guard {
        pub fn over(_: &[u8]) -> std::io::Result<Guard> {
            Err(std::io::ErrorKind::Unsupported.into())
        }

        pub fn is_broken(&self) -> bool {
            match *self {}
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::Mutex;

    fn file(bytes: &[u8]) -> Arc<File> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        Arc::new(file)
    }

    /// Lock for tests that use the slots, which belong to the process.
    static ALONE: Mutex<()> = Mutex::new(());

    #[test]
    fn what_is_cut_off_is_an_error() {
        let _alone = ALONE.lock().unwrap();
        let text: Vec<u8> = (0..1 << 18).map(|k| k as u8 | 1).collect();
        let last = text.len() - ALIGNED as usize;
        for (left, seen, is_there) in [(0, 1, false), (1 << 17, 1 << 16, true), (200_000, 134_465, false)] {
            let file = file(&text);
            let window = Window::open(&file, ALIGNED..text.len() as u64).unwrap();
            assert_eq!(window.copy(5..100).unwrap(), text[ALIGNED as usize..][5..100]);
            file.set_len(left).unwrap();
            // The remaining bytes can be copied until a missing byte is read, which breaks the window.
            assert_eq!(window.copy(0..seen).is_ok(), is_there, "{left}");
            let error = window.copy(last - 1..last).unwrap_err().to_string();
            assert_eq!(error, "the file became shorter while it was read");
            assert!(window.bytes().iter().all(|&byte| byte == 0));
            assert!(window.copy(0..1).is_err());
            // The window stays broken once the file is as long again: zeros were read that were not in the
            // file.
            file.set_len(text.len() as u64).unwrap();
            assert!(window.copy(0..1).is_err());
            drop(window);
            let whole = Window::open(&file, 0..text.len() as u64).unwrap();
            assert_eq!(
                whole.copy(0..text.len()).unwrap()[left as usize..],
                vec![0; text.len() - left as usize]
            );
        }
    }

    /// A page in which a file ends contains zeros after the end, without a fault.
    #[test]
    fn a_file_ends_within_a_page() {
        let _alone = ALONE.lock().unwrap();
        let file = file(&[b'x'; 3000]);
        let window = Window::open(&file, 0..3000).unwrap();
        file.set_len(2000).unwrap();
        assert_eq!(window.bytes()[2000..], [0; 1000]);
        assert_eq!(window.copy(0..2000).unwrap(), [b'x'; 2000]);
        assert!(window.copy(1999..2001).is_err());
    }

    #[test]
    fn there_are_only_so_many_windows() {
        let _alone = ALONE.lock().unwrap();
        let file = file(&[b'x'; 10]);
        let open = || Window::open(&file, 0..10);
        let mut windows: Vec<Window> = std::iter::from_fn(|| open().ok()).take(1000).collect();
        assert!(windows.len() < 65 && open().is_err());
        windows.pop();
        assert!(open().is_ok());
    }
}
