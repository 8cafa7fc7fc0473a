//! The boards: openings, middle games, promotions, endings. A kernel that is fast on one may be slow on another.

use movegen::chess::Position;

/// A line for each board: name, FEN with standard castling letters, depth and leaves.
const BOARDS: &str = include_str!("boards.tsv");

/// A board with the depth to count and the known number of leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub(super) name: &'static str,
    pub(super) fen: &'static str,
    pub(super) position: Position,
    pub(super) depth: u32,
    pub(super) leaves: u64,
}

/// All boards, in the order in which they are shown.
pub(super) fn boards() -> Vec<Board> {
    let lines = BOARDS.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| board(line).expect("the list is sound"));
    boards.collect()
}

/// The names, each once.
pub(super) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = boards().iter().map(|board| board.name).collect();
    names.dedup();
    names
}

fn board(line: &'static str) -> Option<Board> {
    let mut fields = line.split('\t');
    let [name, fen, depth, leaves] = [(); 4].map(|()| fields.next());
    Some(Board {
        name: name?,
        fen: fen?,
        position: fen?.parse().ok()?,
        depth: depth?.parse().ok()?,
        leaves: leaves?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_can_be_read_and_has_its_own_line() {
        let mut keys: Vec<_> = boards()
            .iter()
            .map(|board| (board.position.key(), board.depth))
            .collect();
        assert_eq!(keys.len(), 33);
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 33);
        // One board is counted at an even and at an odd depth.
        assert_eq!(names().len(), 32);
    }
}
