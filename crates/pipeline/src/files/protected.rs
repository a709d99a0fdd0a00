//! Files that a command reads, protected from being replaced by its outputs.

use super::identity::{Place, beside};
use super::{JOURNAL, PARTIAL};
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// The regular files that a command reads, under any of their names.
#[derive(Clone, Default)]
pub struct Protected(Vec<Place>);

impl Protected {
    /// Makes the set of the given files, without files that do not exist.
    pub fn of<'a>(files: impl IntoIterator<Item = &'a Path>) -> Protected {
        Protected(files.into_iter().filter_map(Place::of).collect())
    }

    /// Adds the file from which standard input is read.
    pub(crate) fn add_stdin(&mut self) {
        self.0.extend(Place::of_stdin());
    }

    /// Returns the files without this one, which may be replaced because it is read to its end before.
    pub fn but(&self, path: &Path) -> Protected {
        let place = Place::of(path);
        let stays = |file: &&Place| place.as_ref().is_none_or(|place| !place.is(file));
        Protected(self.0.iter().filter(stays).cloned().collect())
    }

    /// Fails if this output, or a file beside it while it is unfinished, is one of the protected files.
    pub(crate) fn refuse(&self, output: &Path) -> Result<()> {
        for path in [output.to_path_buf(), beside(output, PARTIAL), beside(output, JOURNAL)] {
            let place = Place::of(&path);
            if place.is_some_and(|place| self.0.iter().any(|file| file.is(&place))) {
                let message = format!("{} is read by this command: name another output", path.display());
                return Err(Error::new(ErrorKind::InvalidInput, message));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_of_an_input_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [input, hard, soft, other, list] =
            ["input", "hard", "soft", "other", "list"].map(|name| folder.path().join(name));
        std::fs::write(&input, "1").unwrap();
        std::fs::write(&other, "1").unwrap();
        std::fs::hard_link(&input, &hard).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(&input, &soft).unwrap();
        // Not every user of another system may make a symbolic link.
        #[cfg(not(unix))]
        std::fs::hard_link(&input, &soft).unwrap();
        let inputs = Protected::of([input.as_path(), Path::new("missing")]);
        for path in [&input, &hard, &soft] {
            let error = inputs.refuse(path).unwrap_err().to_string();
            assert!(error.ends_with(" is read by this command: name another output"), "{error}");
        }
        assert!(inputs.refuse(&other).is_ok() && inputs.refuse(&list).is_ok());
        assert!(inputs.but(&hard).refuse(&soft).is_ok());
        for extension in [PARTIAL, JOURNAL] {
            let beside = folder.path().join(format!("list{extension}"));
            std::fs::rename(&input, &beside).unwrap();
            assert!(inputs.refuse(&list).is_err(), "{extension}");
            std::fs::rename(&beside, &input).unwrap();
        }
    }
}
