//! Names of files: made, changed, removed, and forced to the disk.

use std::io::Result;
use std::path::Path;

/// Makes a folder and its missing parents.
pub fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path)
}

/// Removes a file of no further use; if that fails, it is left over.
pub(crate) fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// Gives a file its final name; if `sync`, the name is on the disk afterwards. The content must be there
/// before.
pub(crate) fn rename(from: &Path, to: &Path, sync: bool) -> Result<()> {
    std::fs::rename(from, to)?;
    if sync { sync_folder(to) } else { Ok(()) }
}

/// Forces the names in the folder of this file to the disk.
#[cfg(unix)]
pub(crate) fn sync_folder(file: &Path) -> Result<()> {
    std::fs::File::open(super::identity::folder_of(file))?.sync_all()
}

/// Does nothing: other systems force names with their files, or not at all.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> Result<()> {
    Ok(())
}
