//! Names: made, changed, removed, and forced to the disk.

use std::io::Result;
use std::path::Path;

/// Makes a folder, and those above it, where they are not there.
pub fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path)
}

/// Removes a file that is of no use; where that fails it is left over.
pub(crate) fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// Gives a file its final name; if `sync`, the name is on the disk afterwards. Its content has to be there
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

/// Other systems force names with the files that have them, or not at all.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> Result<()> {
    Ok(())
}
