//! Names and contents forced to the disk.

use std::fs::File;
use std::io::Result;
use std::path::Path;

/// Gives a file its final name; if `sync`, the name is on the disk afterwards. Its content has to be there before.
pub(crate) fn rename(from: &Path, to: &Path, sync: bool) -> Result<()> {
    std::fs::rename(from, to)?;
    if sync { sync_folder(to) } else { Ok(()) }
}

/// Forces the names in the folder of this file to the disk.
#[cfg(unix)]
pub(crate) fn sync_folder(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Other systems force names with the files that have them, or not at all.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> Result<()> {
    Ok(())
}
