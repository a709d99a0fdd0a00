//! Files that get their names when they are complete.

use super::lock::open_locked;
use super::sync::{rename, sync_folder};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that gets its name when it is complete; dropped before that, it vanishes. No other process can write it
/// meanwhile.
pub struct Output {
    path: PathBuf,
    partial: PathBuf,
    out: Option<BufWriter<File>>,
    /// Bytes written, and how many of them when it was last flushed.
    written: u64,
    flushed: u64,
    /// Whether it is forced to the disk before it gets its name.
    sync: bool,
}

impl Output {
    /// Opens the file for writing, under a temporary name in the same directory. What is no regular file (a
    /// device, a pipe) is written to directly; a link is followed.
    pub fn create(path: &Path) -> io::Result<Output> {
        let (path, special) = match std::fs::metadata(path) {
            Ok(meta) if meta.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(meta) if meta.is_file() => (path.canonicalize()?, false),
            Ok(_) => (path.to_path_buf(), true),
            Err(_) => (path.to_path_buf(), false),
        };
        let partial = if special {
            path.clone()
        } else {
            let mut name = path.file_name().unwrap_or_default().to_os_string();
            name.push(".partial");
            path.with_file_name(name)
        };
        let file = if special {
            OpenOptions::new().write(true).open(&path)?
        } else {
            let file = open_locked(&partial)?;
            file.set_len(0)?;
            file
        };
        let out = Some(BufWriter::with_capacity(1 << 16, file));
        Ok(Output { path, partial, out, written: 0, flushed: 0, sync: false })
    }

    /// The same file; if `sync`, it and its name are on the disk when it is finished or kept.
    pub fn synced(mut self, sync: bool) -> Output {
        self.sync = sync;
        self
    }

    /// Leaves what was flushed under its temporary name, which is returned; a device has none.
    pub fn keep_partial(mut self) -> io::Result<Option<PathBuf>> {
        let Some(out) = self.out.take() else { return Ok(None) };
        if self.partial == self.path {
            return Ok(None);
        }
        // What was not flushed may be torn.
        let file = out.into_parts().0;
        file.set_len(self.flushed)?;
        if self.sync {
            file.sync_all()?;
            sync_folder(&self.partial)?;
        }
        Ok(Some(self.partial.clone()))
    }

    /// Writes what is buffered and gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        if self.partial != self.path {
            if let (true, Some(out)) = (self.sync, &self.out) {
                out.get_ref().sync_all()?;
            }
            rename(&self.partial, &self.path, self.sync)?;
        }
        self.out = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.as_mut().map_or(Ok(0), |out| out.write(bytes))?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), |out| out.flush())?;
        self.flushed = self.written;
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // Removed before it is closed: after that it may be another's.
        if self.out.is_some() && self.partial != self.path {
            let _ = std::fs::remove_file(&self.partial);
        }
    }
}
