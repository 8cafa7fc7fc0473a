//! Random positions, rich in special cases, for tests and for finding bugs in other generators.
//!
//! Equal seeds give equal positions in every version and on every machine, because seeds stand in
//! bug reports. So neither the generator nor the order in which numbers are drawn may change.

use crate::chess::{Bitboard, Color, File, Piece, PieceKind, Rank, Setup, Square};
use crate::random::Random;

/// A start position of double Chess960: each side has its own shuffled back rank.
pub fn chess960_start(random: &mut Random) -> Setup {
    let white = back_rank(random);
    Setup::start(white, back_rank(random))
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

/// A random setup with one king for each side and no pawn on a back rank. It is rich in pins, pawns
/// about to promote, double pushes just made and castling rights, and need not be reachable in a
/// game.
///
/// The setup is not validated: the side not to move may be in check, for instance. With `chess960`
/// any rook may have castling rights if its king is on the back rank; otherwise only standard
/// rights occur.
///
/// ```
/// use movegen::chess::{Position, random};
/// use movegen::random::Random;
/// let mut generator = Random::new(1);
/// let position = std::iter::repeat_with(|| random::setup(&mut generator, false))
///     .find_map(|setup| Position::from_setup(&setup).ok());
/// assert!(position.is_some());
/// ```
pub fn setup(random: &mut Random, chess960: bool) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = random.pick(&Color::ALL);
    let kings = loop {
        let kings = Color::ALL.map(|color| king_square(random, color, setup.turn, chess960));
        if kings[0] != kings[1] {
            break kings;
        }
    };
    for color in Color::ALL {
        put(&mut setup, kings[color.index()], color, PieceKind::King);
    }
    for color in Color::ALL {
        add_castling(random, &mut setup, color, kings[color.index()], chess960);
    }
    if random.one_in(2) {
        add_double_push(random, &mut setup, kings);
    }
    if random.one_in(4) {
        add_coming_double_push(random, &mut setup);
    }
    for _ in 0..random.below(5) {
        let color = random.pick(&Color::ALL);
        add_pin(random, &mut setup, color, kings[color.index()]);
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

/// Half of the kings stand on their own back rank, where they may castle. A quarter of the kings
/// whose turn it is stand on the rank that an enemy pawn reaches with a double push: its capture en
/// passant may open the rank to them.
fn king_square(random: &mut Random, color: Color, turn: Color, chess960: bool) -> Square {
    let at = |file: File, rank: Rank| Square::new(file, rank.relative_to(color));
    let file = random.pick(&File::ALL);
    match random.below(8) {
        0..4 if chess960 => at(file, Rank::First),
        0..4 => at(File::E, Rank::First),
        4..6 if color == turn => at(file, Rank::Fifth),
        _ => random.pick(&Square::ALL),
    }
}

/// Puts the piece there unless the square is occupied, has to stay empty for the last double push,
/// or would put a pawn on a back rank. Returns whether it did.
fn put(setup: &mut Setup, square: Square, color: Color, kind: PieceKind) -> bool {
    let back = matches!(square.rank(), Rank::First | Rank::Eighth);
    let must_stay_empty = setup.en_passant.is_some_and(|target| {
        let origin = Square::new(target.file(), Rank::Second.relative_to(!setup.turn));
        square == target || square == origin
    });
    let fits = setup.board[square.index()].is_none()
        && !must_stay_empty
        && !(back && kind == PieceKind::Pawn);
    if fits {
        setup.board[square.index()] = Some(Piece { color, kind });
    }
    fits
}

/// Adds at most one castling rook on each side of a king on its back rank: on any file in Chess960,
/// in the corner in standard chess.
fn add_castling(
    random: &mut Random,
    setup: &mut Setup,
    color: Color,
    king: Square,
    chess960: bool,
) {
    let home = king.rank() == Rank::First.relative_to(color);
    if !home || !(chess960 || king.file() == File::E) {
        return;
    }
    let (west, east) = (
        &File::ALL[..king.file().index()],
        &File::ALL[king.file().index() + 1..],
    );
    for (side, corner) in [(west, File::A), (east, File::H)] {
        if side.is_empty() || random.one_in(2) {
            continue;
        }
        let file = if chess960 { random.pick(side) } else { corner };
        let rook = Square::new(file, king.rank());
        if put(setup, rook, color, PieceKind::Rook) {
            setup.castling |= Bitboard::from(rook);
        }
    }
}

/// Adds a pawn that has just made a double push, mostly with enemy pawns beside it.
fn add_double_push(random: &mut Random, setup: &mut Setup, kings: [Square; 2]) {
    let (pusher, capturer) = (!setup.turn, setup.turn);
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
                capturer,
                PieceKind::Pawn,
            );
        }
    }
    let king = kings[capturer.index()];
    if king.rank() == pawn.rank() && !random.one_in(3) {
        add_guard_behind(random, setup, king, pawn);
    }
}

/// Adds a rook or queen behind a pawn that has just made a double push, on the rank of the enemy
/// king: a capture en passant takes both pawns off the rank at once.
fn add_guard_behind(random: &mut Random, setup: &mut Setup, king: Square, pawn: Square) {
    let rank = File::ALL.map(|file| Square::new(file, pawn.rank()));
    let mut beyond: Vec<Square> = rank
        .into_iter()
        .filter(|square| (*square > pawn) == (pawn > king))
        .filter(|square| *square != pawn && setup.board[square.index()].is_none())
        .collect();
    if pawn < king {
        beyond.reverse();
    }
    if let Some(&nearest) = beyond.first() {
        let kind = random.pick(&[PieceKind::Rook, PieceKind::Queen]);
        put(setup, nearest, !setup.turn, kind);
    }
}

/// Adds a pawn on its second rank whose double push would pass an enemy pawn.
fn add_coming_double_push(random: &mut Random, setup: &mut Setup) {
    let color = random.pick(&Color::ALL);
    let at = |file: File, rank: Rank| Square::new(file, rank.relative_to(color));
    // The two files lie side by side, in either order.
    let west = random.below(7);
    let (home, beside) = if random.one_in(2) {
        (File::ALL[west], File::ALL[west + 1])
    } else {
        (File::ALL[west + 1], File::ALL[west])
    };
    put(setup, at(home, Rank::Second), color, PieceKind::Pawn);
    put(setup, at(beside, Rank::Fourth), !color, PieceKind::Pawn);
}

/// Adds a slider on a line with a king and one piece of either colour between them.
fn add_pin(random: &mut Random, setup: &mut Setup, color: Color, king: Square) {
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
