//! Signals of the process.

/// Makes writes beyond the file size limit (`ulimit -f`) fail as on a full disk from now on. Otherwise the
/// signal SIGXFSZ ends the process without a message. Only the program itself should call this.
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
