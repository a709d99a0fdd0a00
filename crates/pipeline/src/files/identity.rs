//! Which file it is, and of what kind, before anything is done to it.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, metadata, read_dir};
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

/// A regular file that is there, whatever its names.
#[derive(Clone)]
pub(super) struct Place {
    id: Option<(u64, u64)>,
    /// Without links.
    path: PathBuf,
    /// Its last name: all of many inputs are compared with each output.
    folded: String,
}

impl Place {
    /// The regular file of this name; none if there is none.
    pub fn of(path: &Path) -> Option<Place> {
        let meta = metadata(path).ok().filter(Metadata::is_file)?;
        Some(Place::with(&meta, path))
    }

    /// The file of which this is known; `path` may lead nowhere.
    pub fn with(meta: &Metadata, path: &Path) -> Place {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        Place { id: id_of(meta), folded: folded(path.file_name().unwrap_or_default()), path }
    }

    /// Whether it is that file: it has its number, or its name. Where capitals make no difference, a file
    /// may have another number by each spelling of its name.
    pub fn is(&self, other: &Place) -> bool {
        self.id.is_some() && self.id == other.id
            || self.folded == other.folded && is_one_name(&self.path, &other.path, &list)
    }
}

/// Whether two paths without links, of files that are there, are one but for small letters and capitals: a
/// folder that has two files lists two. One that cannot be listed may have one.
fn is_one_name(a: &Path, b: &Path, list: &impl Fn(&Path) -> Option<Vec<OsString>>) -> bool {
    let (Some(name), Some(other)) = (a.file_name(), b.file_name()) else { return a == b };
    if name != other && folded(name) != folded(other) {
        return false;
    }
    let (folder, other_folder) = (folder_of(a), folder_of(b));
    let [id, other_id] = [folder, other_folder].map(|folder| metadata(folder).ok().as_ref().and_then(id_of));
    let is_one_folder =
        folder == other_folder || id.is_some() && id == other_id || is_one_name(folder, other_folder, list);
    let lists_both = || {
        let names = list(folder);
        names.is_some_and(|names| [name, other].iter().all(|name| names.iter().any(|listed| listed == name)))
    };
    is_one_folder && (name == other || !lists_both())
}

fn list(folder: &Path) -> Option<Vec<OsString>> {
    Some(read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.file_name()).collect())
}

/// A name without the difference of small letters and capitals.
fn folded(name: &OsStr) -> String {
    name.to_string_lossy().to_uppercase().to_lowercase()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_lists_one_of_two_spellings_has_one_file() {
        // What the folders list, by their paths; one that is not there cannot be listed.
        let listings: &[(&str, &[&str])] = &[
            ("/none", &["fat", "ext", "EXT"]),
            ("/none/fat", &["in.txt", "Sub", "Äpfel.sdm"]),
            ("/none/fat/Sub", &["list"]),
            ("/none/ext", &["in.txt", "IN.TXT"]),
            ("/none/EXT", &["in.txt"]),
        ];
        let list = |folder: &Path| {
            let (_, names) = listings.iter().find(|(path, _)| folder == Path::new(path))?;
            Some(names.iter().map(OsString::from).collect())
        };
        for (a, b, is_one) in [
            ("/none/fat/in.txt", "/none/fat/in.txt", true),
            ("/none/fat/in.txt", "/none/fat/IN.TXT", true),
            ("/none/fat/IN.TXT", "/none/fat/In.Txt", true),
            ("/none/fat/äPFEL.sdm", "/none/fat/Äpfel.sdm", true),
            ("/none/fat/in.txt", "/none/fat/in.tx", false),
            ("/none/fat/in.txt", "/none/fat/Sub/in.txt", false),
            ("/none/fat/Sub/list", "/none/fat/SUB/LIST", true),
            ("/none/fat/Sub/list", "/none/FAT/sub/list", true),
            ("/none/ext/in.txt", "/none/ext/IN.TXT", false),
            ("/none/ext/in.txt", "/none/ext/In.txt", true),
            ("/none/ext/in.txt", "/none/EXT/in.txt", false),
            ("/none/hidden/in.txt", "/none/hidden/IN.TXT", true),
        ] {
            for (a, b) in [(a, b), (b, a)] {
                assert_eq!(is_one_name(Path::new(a), Path::new(b), &list), is_one, "{a} {b}");
            }
        }
    }

    /// On the file system of the tests, whichever that is.
    #[test]
    fn two_spellings_are_two_files_where_both_can_be_made() {
        let folder = tempfile::tempdir().unwrap();
        let [small, capital] = ["list", "LIST"].map(|name| folder.path().join(name));
        std::fs::write(&small, "1").unwrap();
        let differ = std::fs::File::create_new(&capital).is_ok();
        let [a, b] = [&small, &capital].map(|path| Place::of(path).unwrap());
        assert_eq!((a.is(&a), a.is(&b)), (true, !differ));
    }
}
