//! Standard input, read on a thread of its own so that `stop` and `isready` act during a job.

use std::io::{self, BufRead};

use movegen::threads;

/// What arrives from standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// The end of input.
    End,
}

/// Passes every line of standard input to `deliver`, then [`Input::End`]. The thread is never
/// joined: it may block in a read forever.
pub(super) fn spawn(mut deliver: impl FnMut(Input) + Send + 'static) -> io::Result<()> {
    threads::spawn("reader", threads::STACK, move || {
        read(io::stdin().lock(), &mut deliver);
    })?;
    Ok(())
}

/// Reads all lines. Bytes that are not UTF-8 are replaced instead of refused: only an unknown line
/// can contain them.
fn read(mut source: impl BufRead, deliver: &mut impl FnMut(Input)) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match source.read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => {
                while let [.., b'\n' | b'\r'] = bytes[..] {
                    bytes.pop();
                }
                deliver(Input::Line(String::from_utf8_lossy(&bytes).into_owned()));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                log::error!("standard input: {error}");
                break;
            }
        }
    }
    deliver(Input::End);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_every_system_and_a_missing_last_one() {
        let mut got = Vec::new();
        read(&b"uci\r\nisready\n\n\xff\nquit"[..], &mut |input| {
            got.push(input)
        });
        let line = |text: &str| Input::Line(text.to_owned());
        let expected = [
            line("uci"),
            line("isready"),
            line(""),
            line("\u{fffd}"),
            line("quit"),
            Input::End,
        ];
        assert_eq!(got, expected);
    }
}
