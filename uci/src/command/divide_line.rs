//! The command `divide:<depth>:<mb>:<fen>[:<moves>]` of The Grand Chess Tree's engine. It has everything in one line and
//! does not change the position of the session. That project's perftcheck asks its reference engine this way.

use movegen::chess::PositionText;

use super::types::DivideCommand;
use crate::limits::{Depth, HashSize, LimitError};

/// How such a line begins.
const START: &str = "divide:";

/// Names that the command has for positions.
const NAMED: [(&str, &str); 3] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
    (
        "sje",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ),
];

/// The command, or what is wrong with it; `None` for any other line.
pub(super) fn parse(line: &str) -> Option<Result<DivideCommand, String>> {
    let parts: Vec<&str> = line.trim_ascii().strip_prefix(START)?.split(':').collect();
    Some(read(&parts))
}

fn read(parts: &[&str]) -> Result<DivideCommand, String> {
    let (&[depth, hash, fen], moves) = match *parts {
        [depth, hash, fen] => (&[depth, hash, fen], ""),
        [depth, hash, fen, moves] => (&[depth, hash, fen], moves),
        _ => return Err("usage: divide:<depth>:<hash in MB>:<fen>[:<moves>]".to_owned()),
    };
    let depth = Depth::at_least_one(depth.trim()).map_err(|error| error.to_string())?;
    let hash: Result<HashSize, LimitError> = hash.trim().parse();
    let hash = hash.map_err(|error| error.to_string())?;
    let fen = match fen.trim() {
        "" => return Err("no FEN".to_owned()),
        name => NAMED
            .iter()
            .find(|named| named.0 == name)
            .map_or(name, |named| named.1),
    };
    Ok(DivideCommand {
        depth,
        hash,
        position: PositionText {
            fen: Some(fen.to_owned()),
            moves: moves.split_ascii_whitespace().map(str::to_owned).collect(),
            ..PositionText::default()
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<DivideCommand, String> {
        parse(line).expect("a line of this kind")
    }

    #[test]
    fn the_parts_are_separated_by_colons() {
        let short = command("divide:4:0:8/8/8/8/8/8/8/K1k5 w - - 0 1\r\n").expect("valid");
        assert_eq!((short.depth.plies(), short.hash), (4, HashSize::NONE));
        assert_eq!(
            short.position.fen.as_deref(),
            Some("8/8/8/8/8/8/8/K1k5 w - - 0 1")
        );
        assert!(short.position.moves.is_empty());
        let long = command("divide:5:64:start:e2e4 e7e5").expect("valid");
        assert_eq!((long.depth.plies(), long.hash.megabytes()), (5, 64));
        assert_eq!(long.position.fen.as_deref(), Some(NAMED[0].1));
        assert_eq!(long.position.moves, ["e2e4", "e7e5"]);
        // An empty part is no move.
        let none = command("divide:5:64:start:").expect("valid");
        assert!(none.position.moves.is_empty());
    }

    #[test]
    fn other_lines_are_none_and_bad_parts_are_named() {
        for line in ["divide 5", "divide", "go perft 5", "xdivide:1:0:start"] {
            assert!(parse(line).is_none(), "{line}");
        }
        for (line, reason) in [
            ("divide:", "usage"),
            ("divide:5:start", "usage"),
            ("divide:5:0:start:e2e4:e7e5", "usage"),
            ("divide:0:0:start", "0"),
            ("divide:x:0:start", "x"),
            ("divide:5:-1:start", "-1"),
            ("divide:5:0: ", "no FEN"),
        ] {
            let error = command(line).expect_err(line);
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}
