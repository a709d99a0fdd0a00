//! HoDoKu's configuration files.

use sudoscope::scale::Scale;
use sudoscope::settings::hodoku_definition;

/// Takes a configuration file: it must give a valid definition of HoDoKu, or an error message.
pub fn hcfg(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match hodoku_definition(text) {
        Ok(definition) => {
            let scale = Scale::define("fuzz", &definition).expect("its stages are good");
            assert!(!scale.items.is_empty() && scale.columns.len() == 2);
        }
        Err(message) => assert!(!message.is_empty()),
    }
}
