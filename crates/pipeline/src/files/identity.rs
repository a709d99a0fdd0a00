//! Identity and kind of a file, determined before anything is done to it.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, metadata, read_dir};
use std::io::{Error, ErrorKind, Read, Result, Seek};
use std::path::{Path, PathBuf, is_separator};
use std::time::UNIX_EPOCH;
use system::stdin;
pub(super) use system::{id_at, id_of};
use xxhash_rust::xxh3::xxh3_64;

/// Volume and number, which identify a file whatever its names.
type Id = (u64, u64);

/// System-specific functions: the number of an open file, the number of a named file or folder, and the file
/// behind standard input.
#[cfg(unix)]
mod system {
    use super::*;
    use std::os::{fd::AsFd, unix::fs::MetadataExt};

    pub fn id_of(file: &File) -> Option<Id> {
        file.metadata().ok().map(|meta| (meta.dev(), meta.ino()))
    }

    pub fn id_at(path: &Path) -> Option<Id> {
        metadata(path).ok().map(|meta| (meta.dev(), meta.ino()))
    }

    /// Returns the file behind standard input. Its path leads to the file's name, if the system knows that.
    pub fn stdin() -> Result<(File, &'static Path)> {
        let file = std::io::stdin().as_fd().try_clone_to_owned()?;
        Ok((file.into(), Path::new("/dev/fd/0")))
    }
}

#[cfg(windows)]
mod system {
    use super::*;
    use std::os::windows::{fs::OpenOptionsExt, io::AsHandle};
    use winapi_util::file::information;

    /// FILE_FLAG_BACKUP_SEMANTICS: folders can be opened, too.
    const FOLDERS_TOO: u32 = 1 << 25;

    /// Returns the number of an open file. File systems without numbers give all files 0.
    pub fn id_of(file: &File) -> Option<Id> {
        let about = information(file).ok()?;
        Some((about.volume_serial_number(), about.file_index())).filter(|&(_, number)| number != 0)
    }

    /// Returns the number of a named file. It is opened for neither reading nor writing, which works even if
    /// another program has it to itself.
    pub fn id_at(path: &Path) -> Option<Id> {
        let file = File::options().access_mode(0).custom_flags(FOLDERS_TOO).open(path);
        id_of(&file.ok()?)
    }

    /// Returns the file behind standard input, without a path: its number is enough.
    pub fn stdin() -> Result<(File, &'static Path)> {
        let file = std::io::stdin().as_handle().try_clone_to_owned()?;
        Ok((file.into(), Path::new("")))
    }
}

/// Fallback for systems without such numbers.
#[cfg(not(any(unix, windows)))]
mod system {
    use super::*;

    pub fn id_of(_: &File) -> Option<Id> {
        None
    }

    pub fn id_at(_: &Path) -> Option<Id> {
        None
    }

    pub fn stdin() -> Result<(File, &'static Path)> {
        Err(ErrorKind::Unsupported.into())
    }
}

/// Returns a path without links, in the usual notation; the path itself if nothing exists there.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    dunce::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// An existing regular file, whatever its names.
#[derive(Clone)]
pub(super) struct Place {
    id: Option<Id>,
    /// Path without links.
    path: PathBuf,
    /// Last part of the path, without case: every one of many inputs is compared with each output.
    folded: String,
}

impl Place {
    /// Finds the regular file at `path`, if there is one.
    pub fn of(path: &Path) -> Option<Place> {
        metadata(path).ok().filter(Metadata::is_file)?;
        Some(Place::with(id_at(path), path))
    }

    /// Finds the regular file from which standard input is read, if there is one.
    pub fn of_stdin() -> Option<Place> {
        let (file, path) = stdin().ok()?;
        file.metadata().ok().filter(Metadata::is_file)?;
        Some(Place::with(id_of(&file), path))
    }

    fn with(id: Option<Id>, path: &Path) -> Place {
        let path = resolved(path);
        Place { id, folded: folded(path.file_name().unwrap_or_default()), path }
    }

    /// Whether both places are the same file, by number or by name. Where case makes no difference, a file
    /// may have another number for each spelling of its name.
    pub fn is(&self, other: &Place) -> bool {
        self.id.is_some() && self.id == other.id
            || self.folded == other.folded && is_one_name(&self.path, &other.path, &list)
    }
}

/// Whether two paths without links, of existing files, differ at most in case and are one: a folder that has
/// two files lists both names. A folder that cannot be listed counts as having one.
fn is_one_name(a: &Path, b: &Path, list: &impl Fn(&Path) -> Option<Vec<OsString>>) -> bool {
    let (Some(name), Some(other)) = (a.file_name(), b.file_name()) else { return a == b };
    if name != other && folded(name) != folded(other) {
        return false;
    }
    let (folder, other_folder) = (folder_of(a), folder_of(b));
    let [id, other_id] = [folder, other_folder].map(id_at);
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

/// Returns a form of the name that is the same for all spellings that differ only in case.
fn folded(name: &OsStr) -> String {
    name.to_string_lossy().to_uppercase().to_lowercase()
}

/// Returns a number that no other file of a file system has or had, made from its number there and its
/// creation time, if known.
pub(super) fn mark_of(file: &File) -> Option<u64> {
    let (_, number) = id_of(file)?;
    let made = file.metadata().and_then(|meta| meta.created());
    let made = made.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let nanoseconds = made.map_or(0, |time| time.as_nanos());
    Some(xxh3_64(format!("sudoscope {number} {nanoseconds}").as_bytes()))
}

/// Whether `path` is a pipe: opening a pipe waits for a writer.
#[cfg(unix)]
pub(crate) fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata(path).is_ok_and(|meta| meta.file_type().is_fifo())
}

#[cfg(not(unix))]
pub(crate) fn is_pipe(_: &Path) -> bool {
    false
}

/// Whether this is the name of something other than a regular file: a device, a pipe, a folder.
pub fn is_special(path: &Path) -> bool {
    let is_device = cfg!(windows) && path.file_name().is_some_and(is_device_of_windows);
    is_device || metadata(path).is_ok_and(|meta| !meta.is_file())
}

/// Whether Windows reads a name as a device: in every folder, with any extension. It does not report that
/// `NUL` exists, and a name beside it is another device's or fails.
fn is_device_of_windows(name: &OsStr) -> bool {
    let name = folded(name);
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let port = ["com", "lpt"].into_iter().find_map(|kind| stem.strip_prefix(kind));
    ["con", "prn", "aux", "nul"].contains(&stem)
        || port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
}

/// Refuses anything existing that is not a regular file: opening a pipe may take forever.
pub(crate) fn regular(path: &Path) -> Result<()> {
    match metadata(path) {
        Ok(meta) => is_regular(&meta),
        Err(_) if path.to_string_lossy().ends_with(is_separator) => {
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

/// Whether the file begins with these words, or with as many of them as it is long. The file is rewound.
pub(crate) fn begins_like(mut file: &File, words: &str) -> Result<bool> {
    file.rewind()?;
    let mut begin = Vec::new();
    file.take(words.len() as u64).read_to_end(&mut begin)?;
    file.rewind()?;
    Ok(words.as_bytes().starts_with(&begin))
}

/// Returns `FILE.EXTENSION`, in the same folder.
pub(super) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(extension);
    path.with_file_name(name)
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_are_known_in_every_folder() {
        let devices = ["nul", "CON", "con.csv", "Aux .txt.gz", "lpt9"];
        let names = ["com0", "com10", "console", "rows.con", "prné"];
        assert!(devices.into_iter().all(|name| is_device_of_windows(name.as_ref())));
        assert!(!names.into_iter().any(|name| is_device_of_windows(name.as_ref())));
    }

    #[test]
    fn a_folder_that_lists_one_of_two_spellings_has_one_file() {
        // Names that folders list, with the paths of the folders; any other folder cannot be listed.
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

    /// Two spellings are two files exactly if the file system, whichever it is, can have both.
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
