//! Text of a zstd stream: all its frames one after another, with their checksums verified and skippable
//! frames left out.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::error::Error;
use std::io::{self, ErrorKind, Read};

/// An empty last block of a frame, with space for a checksum.
const NO_MORE: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

/// Text of a stream of frames. The window of a frame is at most 128 MB.
pub(super) struct Frames<R> {
    packed: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun whose end has not been checked.
    within: bool,
    /// Number of bytes read so far of the frame's text.
    length: u64,
    /// Error with which the stream ends within a frame, kept until the text before it is read.
    broken: Option<io::Error>,
}

impl<R: Read> Frames<R> {
    pub(super) fn new(packed: R) -> Frames<R> {
        Frames { packed, decoder: FrameDecoder::new(), within: false, length: 0, broken: None }
    }

    /// Begins the next frame; returns `false` at the end of the stream.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            let mut magic = Vec::with_capacity(4);
            self.packed.by_ref().take(4).read_to_end(&mut magic)?;
            if magic.is_empty() {
                return Ok(false);
            }
            match self.decoder.reset(magic.chain(&mut self.packed)) {
                Ok(()) => {
                    (self.within, self.length) = (true, 0);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = self.packed.by_ref().take(length.into());
                    if io::copy(&mut skipped, &mut io::sink())? < length.into() {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io_error(error)),
            }
        }
    }

    /// Compares the length and the checksum of a frame whose text has been read with those it declares.
    fn end(&mut self) -> io::Result<()> {
        self.within = false;
        let length = self.decoder.content_size(); // 0 if none is declared
        let sum = self.decoder.get_checksum_from_data();
        let differs = if length != 0 && length != self.length {
            "the length differs"
        } else if sum.is_some() && sum != self.decoder.get_calculated_checksum() {
            "the checksum differs"
        } else {
            return Ok(());
        };
        Err(io::Error::new(ErrorKind::InvalidData, differs))
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let one = BlockDecodingStrategy::UptoBlocks;
        while !buffer.is_empty() {
            let count = self.decoder.read(buffer)?;
            if count > 0 {
                self.length += count as u64;
                return Ok(count);
            }
            if let Some(error) = self.broken.take() {
                self.within = false;
                return Err(error);
            }
            if !self.decoder.is_finished() {
                if let Err(error) = self.decoder.decode_blocks(&mut self.packed, one(1)) {
                    let error = io_error(error);
                    if error.kind() == ErrorKind::InvalidData {
                        return Err(error); // a part of the damaged block may be in the window
                    }
                    // The text in the window is complete; the decoder releases it when the frame ends.
                    self.decoder.decode_blocks(&NO_MORE[..], one(1)).map_err(io_error)?;
                    self.broken = Some(error);
                }
            } else if self.within {
                self.end()?;
            } else if !self.begin()? {
                break;
            }
        }
        Ok(0)
    }
}

/// Returns the error of the underlying stream, if it is one; otherwise reports damaged data.
fn io_error(error: FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(error) = cause {
        if let Some(below) = error.downcast_ref::<io::Error>() {
            return match below.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(below.kind(), below.to_string()),
            };
        }
        cause = error.source();
    }
    io::Error::new(ErrorKind::InvalidData, error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    /// Lines of [`text`], as `zstd -19 --long=27` of version 1.5.4 packs them from a pipe, with a window of
    /// 128 MB.
    const FRAME: &str = "\
         28b52ffd04882d0700065e3809c03b4c7785fc4313063300350035002daefdc05741aacc32145e4d0f2f7ebfebdfa27d\
         0832bb5ffca80f7bc4911919448f30406f5caf8f5804b3b2ca584c4b3bef41a49855c412e384d46c082f9944083f5283\
         b5e0a7dca96e2d18a79ae32d8e00a4dee3b46c8a301d50303a10723bb238dd27881d5802145a761248d642b856a50fad\
         21638f2e9a130ba11634912606f08c04843421099e905b5e94086b321ef188003a13f8c9796c9215042bba8c8c32f727\
         03538ffe9ad6a9128f64f0eb0491a35d7625f4c8c055973584effa70edf4ea4cfa3a4d4ce7ac4c9def219daf0100326f\
         6c8c";

    /// Position of the window's size in [`FRAME`].
    const WINDOW: usize = 5;

    fn text() -> String {
        (0..70u64).map(|k| format!("{}\n", k * k * k * 7919 % 1_000_003)).collect()
    }

    fn frame() -> Vec<u8> {
        let byte = |at| u8::from_str_radix(&FRAME[at..at + 2], 16).unwrap();
        (0..FRAME.len()).step_by(2).map(byte).collect()
    }

    fn unpacked(packed: &[u8]) -> (String, Option<io::Error>) {
        let mut text = Vec::new();
        let ended = Frames::new(packed).read_to_end(&mut text);
        (String::from_utf8_lossy(&text).into_owned(), ended.err())
    }

    #[test]
    fn frames_of_the_zstd_program_are_read() {
        let skipped = b"\x5f\x2a\x4d\x18\x03\0\0\0abc";
        let frames = [&frame()[..], skipped, &frame(), skipped].concat();
        let (read, error) = unpacked(&frames);
        assert!(error.is_none() && read == text().repeat(2), "{error:?}");
        let (read, error) = unpacked(&frames[..frames.len() - 1]);
        assert_eq!(error.unwrap().kind(), ErrorKind::UnexpectedEof);
        assert_eq!(read, text().repeat(2));
    }

    #[test]
    fn a_window_above_128_mb_is_refused() {
        let mut frame = frame();
        frame[WINDOW] += 8; // twice as large
        let (read, error) = unpacked(&frame);
        assert!(read.is_empty() && error.unwrap().to_string().contains("window"));
    }

    /// A flipped bit causes an error or has no effect: it never changes the text.
    #[test]
    fn the_checksum_finds_damage() {
        let frame = frame();
        for at in 0..frame.len() {
            for bit in 0..8 {
                let mut damaged = frame.clone();
                damaged[at] ^= 1 << bit;
                let (read, error) = unpacked(&damaged);
                assert!(error.is_some() || read == text(), "byte {at}, bit {bit}");
            }
        }
    }

    /// All complete text before a missing end is read, even if it is still in the window.
    #[test]
    fn text_before_a_missing_end_is_read() {
        let text: String = (0..100_000).map(|k| format!("{k}\n")).collect();
        let packed = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let (read, error) = unpacked(&packed[..packed.len() / 2]);
        assert_eq!(error.unwrap().kind(), ErrorKind::UnexpectedEof);
        assert!(text.starts_with(&read) && read.len() > text.len() / 3, "{}", read.len());
    }
}
