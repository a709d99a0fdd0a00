//! Plain files mapped into memory, which is `unsafe`.

use std::fs::File;

/// Maps a whole file; `None` when that cannot be done (an empty or special file, no address space), and the
/// file is to be read instead.
///
/// A mapped file must not be truncated while it is read: the operating system then ends the program
/// with SIGBUS. `--no-mmap` is the way around it.
pub(super) fn map(file: &File) -> Option<memmap2::Mmap> {
    if !file.metadata().is_ok_and(|meta| meta.is_file() && meta.len() > 0) {
        return None;
    }
    // SAFETY: the mapping is read-only and private to this process, and is only read as bytes, of which every
    // pattern is valid. Another process that writes to the file can change those bytes under us; the
    // parser has no invariant that spans two reads of a byte. Truncation is documented above.
    #[allow(unsafe_code)]
    let map = unsafe { memmap2::Mmap::map(file) }.ok()?;
    #[cfg(unix)]
    let _ = map.advise(memmap2::Advice::Sequential);
    Some(map)
}
