//! Signals of the process.

/// From now on a write beyond the size that files may have (`ulimit -f`) fails as on a full disk. Otherwise
/// the signal SIGXFSZ ends the process, and nobody learns why. It is for the process to ask for it.
pub fn ignore_file_size() {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: no handler is installed, so nothing runs when the signal comes; no other memory is touched.
        #[allow(unsafe_code)]
        unsafe {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        }
    }
}
