//! Which file it is, and of what kind, before anything is done to it.

use std::fs::{File, Metadata, metadata};
use std::io::{Error, ErrorKind, Read, Result, Seek};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use xxhash_rust::xxh3::xxh3_64;

/// Device and number of a file, whatever its names; nothing where a system has no such numbers.
#[cfg(unix)]
pub(super) fn id_of(meta: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
pub(super) fn id_of(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// A number that no other file of a file system has, nor had: of its number there and the time when it was
/// made, where that is known.
pub(super) fn mark_of(meta: &Metadata) -> Option<u64> {
    let (_, number) = id_of(meta)?;
    let made = meta.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let nanoseconds = made.map_or(0, |time| time.as_nanos());
    Some(xxh3_64(format!("sudoscope {number} {nanoseconds}").as_bytes()))
}

/// Whether a pipe has this name: to open it waits for a writer.
#[cfg(unix)]
pub(crate) fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata(path).is_ok_and(|meta| meta.file_type().is_fifo())
}

#[cfg(not(unix))]
pub(crate) fn is_pipe(_: &Path) -> bool {
    false
}

/// Refuses what is there and is no regular file: opening a pipe may take forever.
pub(crate) fn regular(path: &Path) -> Result<()> {
    match metadata(path) {
        Ok(meta) => is_regular(&meta),
        Err(_) if path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
            Err(Error::new(ErrorKind::InvalidInput, "there is no such directory"))
        }
        Err(_) if path.read_link().is_ok() => {
            Err(Error::new(ErrorKind::InvalidInput, "a link that leads to no file: name another output"))
        }
        Err(_) => Ok(()),
    }
}

fn is_regular(meta: &Metadata) -> Result<()> {
    match meta.is_file() {
        true => Ok(()),
        false => Err(Error::new(ErrorKind::InvalidInput, "not a regular file")),
    }
}

/// Opens a regular file for reading.
pub(crate) fn open_regular(path: &Path) -> Result<File> {
    regular(path)?;
    let file = File::open(path)?;
    is_regular(&file.metadata()?)?;
    Ok(file)
}

/// Whether the file begins with these words, as far as it goes. It stands at its beginning afterwards.
pub(crate) fn begins_like(mut file: &File, words: &str) -> Result<bool> {
    file.rewind()?;
    let mut begin = Vec::new();
    file.take(words.len() as u64).read_to_end(&mut begin)?;
    file.rewind()?;
    Ok(words.as_bytes().starts_with(&begin))
}

/// `FILE.EXTENSION`, in the same folder.
pub(super) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(extension);
    path.with_file_name(name)
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}
