//! Positions by chance, the same ones in every run: the seed is the test's.

use movegen::chess::{Bitboard, Color, File, Piece, PieceKind, Rank, Setup, Square};

use super::naive::{self, NaiveMove};

/// SplitMix64: a counter whose bits are mixed; small, seedable, good enough to pick moves.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`; the slight bias of the remainder does not matter here.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Plays at most `plies` random legal moves and shows every arrangement on the way, the first
/// included. Ends early at mate or stalemate.
pub(crate) fn walk(
    random: &mut Random,
    start: &Setup,
    plies: usize,
    mut visit: impl FnMut(&Setup, &[NaiveMove]),
) {
    let mut setup = start.clone();
    for _ in 0..=plies {
        let mut moves = naive::legal_moves(&setup);
        visit(&setup, &moves);
        if moves.is_empty() {
            return;
        }
        let choice = choose(random, &moves);
        setup = moves.swap_remove(choice).child;
    }
}

/// Mostly any move, but often one of the rare kinds where bugs live: chance alone would castle,
/// promote or capture en passant too seldom to test them.
fn choose(random: &mut Random, moves: &[NaiveMove]) -> usize {
    let rare: Vec<usize> = (0..moves.len())
        .filter(|&index| {
            let step = &moves[index];
            step.castle
                || step.en_passant
                || step.promotion.is_some()
                || naive::in_check(&step.child)
        })
        .collect();
    if !rare.is_empty() && random.one_in(3) {
        return random.pick(&rare);
    }
    let double_pushes: Vec<usize> = (0..moves.len())
        .filter(|&index| moves[index].child.en_passant.is_some())
        .collect();
    if !double_pushes.is_empty() && random.one_in(6) {
        return random.pick(&double_pushes);
    }
    random.below(moves.len())
}

/// A start position of double Chess960: each side has a back rank of its own.
pub(crate) fn chess960_start(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        let back = back_rank(random);
        for file in File::ALL {
            let kind = back[file.index()];
            let home = Square::new(file, Rank::First.relative_to(color));
            setup.board[home.index()] = Some(Piece { color, kind });
            if kind == PieceKind::Rook {
                setup.castling |= Bitboard::of(home);
            }
            let pawn = Square::new(file, Rank::Second.relative_to(color));
            setup.board[pawn.index()] = Some(Piece {
                color,
                kind: PieceKind::Pawn,
            });
        }
    }
    setup
}

/// Bishops on different colours, then queen and knights anywhere, then rook, king, rook.
fn back_rank(random: &mut Random) -> [PieceKind; 8] {
    let mut rank: [Option<PieceKind>; 8] = [None; 8];
    rank[2 * random.below(4)] = Some(PieceKind::Bishop);
    rank[2 * random.below(4) + 1] = Some(PieceKind::Bishop);
    for kind in [PieceKind::Queen, PieceKind::Knight, PieceKind::Knight] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file].is_none()).collect();
        rank[random.pick(&free)] = Some(kind);
    }
    let mut rest = [PieceKind::Rook, PieceKind::King, PieceKind::Rook].into_iter();
    rank.map(|kind| {
        kind.or_else(|| rest.next())
            .expect("five pieces leave three files")
    })
}

/// An arrangement that no game need have led to, but whose rules are defined: one king a side, no
/// pawn on a back rank, the side not to move not in check. Thick with what is hard: pieces lined
/// up with kings, pawns about to promote, fresh double pushes, castling rights of any rook.
pub(crate) fn placement(random: &mut Random) -> Setup {
    loop {
        let setup = any_placement(random);
        if !naive::opponent_in_check(&setup) {
            return setup;
        }
    }
}

fn any_placement(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = random.pick(&Color::ALL);
    let kings = loop {
        let kings = Color::ALL.map(|color| king_square(random, color));
        if kings[0] != kings[1] {
            break kings;
        }
    };
    for color in Color::ALL {
        put(&mut setup, kings[color.index()], color, PieceKind::King);
    }
    for color in Color::ALL {
        add_castling(random, &mut setup, color, kings[color.index()]);
    }
    if random.one_in(2) {
        add_double_push(random, &mut setup);
    }
    for _ in 0..random.below(3) {
        add_pin(random, &mut setup);
    }
    for _ in 0..random.below(4) {
        let color = random.pick(&Color::ALL);
        let pawn = Square::new(random.pick(&File::ALL), Rank::Seventh.relative_to(color));
        put(&mut setup, pawn, color, PieceKind::Pawn);
    }
    let queens_only = random.one_in(4);
    for _ in 0..random.below(14) {
        let kind = if queens_only {
            PieceKind::Queen
        } else {
            random.pick(&PieceKind::ALL[..5])
        };
        let color = random.pick(&Color::ALL);
        put(&mut setup, random.pick(&Square::ALL), color, kind);
    }
    setup
}

/// Half of the kings stand on their own back rank, where castling is.
fn king_square(random: &mut Random, color: Color) -> Square {
    if random.one_in(2) {
        Square::new(random.pick(&File::ALL), Rank::First.relative_to(color))
    } else {
        random.pick(&Square::ALL)
    }
}

/// Puts the piece there if the square is free, not needed by the last double push, and not a back
/// rank under a pawn. Says whether it did.
fn put(setup: &mut Setup, square: Square, color: Color, kind: PieceKind) -> bool {
    let back = matches!(square.rank(), Rank::First | Rank::Eighth);
    let passed = setup.en_passant.is_some_and(|target| {
        let origin = Square::new(target.file(), Rank::Second.relative_to(!setup.turn));
        square == target || square == origin
    });
    let fits =
        setup.board[square.index()].is_none() && !passed && !(back && kind == PieceKind::Pawn);
    if fits {
        setup.board[square.index()] = Some(Piece { color, kind });
    }
    fits
}

/// For a king on its back rank: at most one rook with a right on each side, on any file there.
fn add_castling(random: &mut Random, setup: &mut Setup, color: Color, king: Square) {
    if king.rank() != Rank::First.relative_to(color) {
        return;
    }
    let files = [
        File::ALL[..king.file().index()].to_vec(),
        File::ALL[king.file().index() + 1..].to_vec(),
    ];
    for side in files.iter().filter(|side| !side.is_empty()) {
        let rook = Square::new(random.pick(side), king.rank());
        if random.one_in(2) && put(setup, rook, color, PieceKind::Rook) {
            setup.castling |= Bitboard::of(rook);
        }
    }
}

/// A pawn of the side that has just moved, two squares from home, with enemy pawns beside it.
fn add_double_push(random: &mut Random, setup: &mut Setup) {
    let (pusher, taker) = (!setup.turn, setup.turn);
    let file = random.pick(&File::ALL);
    let at = |rank: Rank| Square::new(file, rank.relative_to(pusher));
    let (origin, target, pawn) = (at(Rank::Second), at(Rank::Third), at(Rank::Fourth));
    if [origin, target, pawn]
        .iter()
        .any(|square| setup.board[square.index()].is_some())
    {
        return;
    }
    put(setup, pawn, pusher, PieceKind::Pawn);
    setup.en_passant = Some(target);
    for beside in [file.index().wrapping_sub(1), file.index() + 1] {
        if let Some(&file) = File::ALL.get(beside)
            && !random.one_in(4)
        {
            put(
                setup,
                Square::new(file, pawn.rank()),
                taker,
                PieceKind::Pawn,
            );
        }
    }
}

/// A slider that looks at a king from afar, with one piece of either colour between.
fn add_pin(random: &mut Random, setup: &mut Setup) {
    let color = random.pick(&Color::ALL);
    let king = Some(Piece {
        color,
        kind: PieceKind::King,
    });
    let Some(king) = Square::ALL
        .into_iter()
        .find(|square| setup.board[square.index()] == king)
    else {
        return;
    };
    let (right, up) = random.pick(&[
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (1, -1),
        (-1, 1),
        (-1, -1),
    ]);
    let mut line = Vec::new();
    let (mut file, mut rank) = (king.file() as i32 + right, king.rank() as i32 + up);
    while (0..8).contains(&file) && (0..8).contains(&rank) {
        line.push(Square::from_index((rank * 8 + file) as usize));
        (file, rank) = (file + right, rank + up);
    }
    if line.len() < 2 {
        return;
    }
    let near = random.below(line.len() - 1);
    let far = near + 1 + random.below(line.len() - near - 1);
    let slider = if right == 0 || up == 0 {
        PieceKind::Rook
    } else {
        PieceKind::Bishop
    };
    let slider = if random.one_in(3) {
        PieceKind::Queen
    } else {
        slider
    };
    put(setup, line[far], !color, slider);
    let blocker = random.pick(&PieceKind::ALL[..5]);
    let owner = if random.one_in(4) { !color } else { color };
    put(setup, line[near], owner, blocker);
}
