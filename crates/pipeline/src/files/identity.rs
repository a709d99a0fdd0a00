//! Which file it is, and of what kind, before anything is done to it.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, metadata, read_dir};
use std::io::{Error, ErrorKind, Read, Result, Seek};
use std::path::{Path, PathBuf, is_separator};
use std::time::UNIX_EPOCH;
use system::stdin;
pub(super) use system::{id_at, id_of};
use xxhash_rust::xxh3::xxh3_64;

/// Volume and number of a file, whatever its names.
type Id = (u64, u64);

/// What each system has of its own: the number of an open file, that of what has a name (a folder, too), and
/// what standard input is read from.
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

    /// Where the system knows it, its name stands behind this one.
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

    /// FILE_FLAG_BACKUP_SEMANTICS: folders can be opened.
    const FOLDERS_TOO: u32 = 1 << 25;

    /// File systems without numbers call all files 0.
    pub fn id_of(file: &File) -> Option<Id> {
        let about = information(file).ok()?;
        Some((about.volume_serial_number(), about.file_index())).filter(|&(_, number)| number != 0)
    }

    /// Neither to be read nor written: what another program keeps for itself can be asked as well.
    pub fn id_at(path: &Path) -> Option<Id> {
        let file = File::options().access_mode(0).custom_flags(FOLDERS_TOO).open(path);
        id_of(&file.ok()?)
    }

    /// Without a name: its number is enough.
    pub fn stdin() -> Result<(File, &'static Path)> {
        let file = std::io::stdin().as_handle().try_clone_to_owned()?;
        Ok((file.into(), Path::new("")))
    }
}

/// Other systems have no such numbers.
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

/// A path without links, as it is typed; the same path if nothing is there.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    dunce::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// A regular file that is there, whatever its names.
#[derive(Clone)]
pub(super) struct Place {
    id: Option<Id>,
    /// Without links.
    path: PathBuf,
    /// Its last name: all of many inputs are compared with each output.
    folded: String,
}

impl Place {
    /// The regular file of this name; none if there is none.
    pub fn of(path: &Path) -> Option<Place> {
        metadata(path).ok().filter(Metadata::is_file)?;
        Some(Place::with(id_at(path), path))
    }

    /// That from which standard input is read; none if it is no regular file.
    pub fn of_stdin() -> Option<Place> {
        let (file, path) = stdin().ok()?;
        file.metadata().ok().filter(Metadata::is_file)?;
        Some(Place::with(id_of(&file), path))
    }

    fn with(id: Option<Id>, path: &Path) -> Place {
        let path = resolved(path);
        Place { id, folded: folded(path.file_name().unwrap_or_default()), path }
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

/// A name without the difference of small letters and capitals.
fn folded(name: &OsStr) -> String {
    name.to_string_lossy().to_uppercase().to_lowercase()
}

/// A number that no other file of a file system has, nor had: of its number there and the time when it was
/// made, where that is known.
pub(super) fn mark_of(file: &File) -> Option<u64> {
    let (_, number) = id_of(file)?;
    let made = file.metadata().and_then(|meta| meta.created());
    let made = made.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
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

/// Whether what has this name is no regular file: a device, a pipe, a folder. Of `NUL`, which is everywhere,
/// Windows says nothing.
pub fn is_special(path: &Path) -> bool {
    let is_null = cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("nul");
    is_null || metadata(path).is_ok_and(|meta| !meta.is_file())
}

/// Refuses what is there and is no regular file: opening a pipe may take forever.
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
