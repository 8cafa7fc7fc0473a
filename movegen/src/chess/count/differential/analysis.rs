//! The analysis of a differential node: what is known about V's replies before U moves.

use super::lanes::{AttackedLines, Lanes, PawnSquares};
use super::zone::{Checks, Kinds, KingSteps};
use crate::chess::PieceKind;
use crate::chess::board::attacks::{self, BETWEEN, KING, KNIGHT, PAWN, Sliders};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::{Board, CastlingPath, castling_paths};
use crate::chess::board::color::Side;
use crate::chess::rules::legal::{CORNERS, Count, castle, rights_with_room};

/// Squares for each kind of U's pieces.
#[derive(Clone, Default)]
pub(crate) struct SquaresByKind {
    pub bishop: u64,
    pub rook: u64,
    pub queen: u64,
    pub knight: u64,
    pub king: u64,
    pub pawn: u64,
}

impl SquaresByKind {
    /// The squares for one kind.
    #[inline(always)]
    pub(crate) fn of(&self, kind: PieceKind) -> u64 {
        match kind {
            PieceKind::Pawn => self.pawn,
            PieceKind::Knight => self.knight,
            PieceKind::Bishop => self.bishop,
            PieceKind::Rook => self.rook,
            PieceKind::Queen => self.queen,
            PieceKind::King => self.king,
        }
    }

    /// The squares in either.
    #[inline(always)]
    fn union(&self, other: &SquaresByKind) -> SquaresByKind {
        SquaresByKind {
            bishop: self.bishop | other.bishop,
            rook: self.rook | other.rook,
            queen: self.queen | other.queen,
            knight: self.knight | other.knight,
            king: self.king | other.king,
            pawn: self.pawn | other.pawn,
        }
    }
}

/// V's replies if U passes, and how they change when U moves.
#[derive(Clone)]
pub(crate) struct Analysis<W: Lanes, const ZONE: bool> {
    /// The number of V's legal moves if U passes.
    pub pass_count: u64,
    pub weights: W::Weights,
    /// A move that starts or ends on one of these squares is irregular.
    pub irregular: SquaresByKind,
    /// A move that starts or ends on one of these squares is a zone move, unless it is irregular.
    pub zone: SquaresByKind,
    pub king_steps: KingSteps,
    /// The squares attacked by V's sliders along each kind of line: a move along such a line, from a
    /// square in the set, is irregular.
    pub lines: AttackedLines,
    /// The squares that V's pawns push to, or would if they were vacated. A vertical move from one
    /// of them may touch both squares of a double push, so it is irregular.
    pub pushes: u64,
    /// The squares that V's pawns attack.
    pub pawn_attacks: u64,
    pub v_pawns: u64,
    /// Whether all weights are known to be zero.
    pub no_weights: bool,
}

/// The attacks of a rook or of a bishop.
#[inline(always)]
fn line_attacks<L: Sliders, const STRAIGHT: bool>(sliders: L, square: usize, occupied: u64) -> u64 {
    match STRAIGHT {
        true => sliders.rook(square, occupied),
        false => sliders.bishop(square, occupied),
    }
}

/// The lines of one kind, straight or diagonal, from V's king.
#[derive(Default)]
struct KingLines {
    /// V's pieces pinned on these lines.
    pinned: u64,
    /// The squares, including the slider's own, of each line to a slider of U that has at most one
    /// piece of either side between it and the king: a move that touches them may pin or unpin a
    /// piece, or give or block a check.
    sensitive: u64,
    /// The squares from which a slider gives check, now or after one piece of V has left the line.
    rays: u64,
}

impl KingLines {
    /// `sliders` are the straight sliders of both sides if `STRAIGHT` is set, otherwise the diagonal
    /// ones. (A constant and no closure: the compiler would not inline a closure of two callers.)
    #[inline(always)]
    fn new<L: Sliders, const STRAIGHT: bool>(
        lookup: L,
        king: usize,
        occupied: u64,
        us: u64,
        sliders: u64,
    ) -> KingLines {
        // Up to the first, second and third piece on each ray.
        let first = line_attacks::<L, STRAIGHT>(lookup, king, occupied);
        let second = line_attacks::<L, STRAIGHT>(lookup, king, occupied & !first);
        let third = line_attacks::<L, STRAIGHT>(lookup, king, occupied & !second);
        let (mut pinned, mut sensitive) = (0, 0);
        for slider in bits(third & sliders & us) {
            let between = BETWEEN[king][slider];
            let (ours, theirs) = (between & us, between & occupied & !us);
            if ours & ours.wrapping_sub(1) == 0 && theirs & theirs.wrapping_sub(1) == 0 {
                sensitive |= between | 1 << slider;
                if ours == 0 {
                    pinned |= theirs;
                }
            }
        }
        KingLines {
            pinned,
            sensitive,
            rays: line_attacks::<L, STRAIGHT>(lookup, king, occupied & !(first & !us)),
        }
    }
}

/// Returns the attacks of the pawns and knights in `pieces` and of the king of `S`.
#[inline(always)]
fn leaper_attacks<S: Side>(board: &Board, pieces: u64) -> u64 {
    let ahead = S::forward(board.pawns & pieces);
    attacks::east(ahead)
        | attacks::west(ahead)
        | attacks::knights(board.knights & pieces)
        | KING[board.king::<S>()]
}

/// The squares from which pawns attack any of `targets`.
#[inline(always)]
fn pawn_origins<U: Side>(targets: u64) -> u64 {
    let back = U::back(targets);
    attacks::east(back) | attacks::west(back)
}

/// As [`Lanes::slider_attacks`]. On sparse boards there is often no slider.
#[inline(always)]
fn slider_attacks<W: Lanes, const ZONE: bool>(
    wide: W,
    straight: u64,
    diagonal: u64,
    empty: u64,
    open: u64,
) -> W::Directions {
    if ZONE && straight | diagonal == 0 {
        wide.no_directions()
    } else {
        wide.slider_attacks::<ZONE>(straight, diagonal, empty, open)
    }
}

/// Returns the attacks of V's sliders in each direction through `empty`, and all squares that V attacks.
#[inline(always)]
pub(crate) fn attacks_of_v<U: Side, W: Lanes, const ZONE: bool>(
    wide: W,
    board: &Board,
    them: u64,
    empty: u64,
) -> (W::Directions, u64) {
    let (straight, diagonal) = (board.straight & them, board.diagonal & them);
    let sliders = slider_attacks::<W, ZONE>(wide, straight, diagonal, empty, !them);
    let danger = wide.lines(sliders).all() | leaper_attacks::<U::Opponent>(board, them);
    (sliders, danger)
}

/// The squares on which V's castling along one path depends.
#[derive(Default)]
struct CastlingSquares {
    /// U must not attack these.
    unattacked: u64,
    /// A move of U that touches these is irregular.
    sensitive: u64,
}

impl CastlingSquares {
    #[inline(always)]
    fn new<V: Side>(path: CastlingPath, them: u64) -> CastlingSquares {
        // A piece of V on the path blocks it. If U captures that piece, the capturer blocks it.
        if path.clear & them != 0 {
            return CastlingSquares::default();
        }
        // A rook that is not in the corner may shield the king from a slider behind it.
        let sensitive = match 1u64 << path.rook & CORNERS {
            0 => V::BACK,
            corner => path.king | path.clear | corner,
        };
        CastlingSquares {
            unattacked: path.king,
            sensitive,
        }
    }
}

/// What U's pieces attack around V's king. It is computed before V's replies are counted.
pub(crate) struct KingSurroundings<W: Lanes, const ZONE: bool> {
    irregular: SquaresByKind,
    zone: SquaresByKind,
    zone_moves: bool,
    kinds: Kinds,
    /// The squares from which a slider gives check, now or after one piece of V has left the line.
    straight_checks: u64,
    diagonal_checks: u64,
    slider_attacks: W::Directions,
    /// V's pinned pieces.
    pinned: u64,
    /// The squares that U attacks when V's king is removed from the board.
    danger: u64,
    /// The lines on which V's pieces may be pinned.
    straight_pin_lines: u64,
    diagonal_pin_lines: u64,
}

impl<W: Lanes, const ZONE: bool> KingSurroundings<W, ZONE> {
    /// Neither side may be in check.
    #[inline(always)]
    pub(crate) fn new<U: Side>(wide: W, board: &Board, occupied: u64, us: u64) -> Self {
        let them = occupied & !us;
        let king = board.king::<U::Opponent>();
        let king_bit = 1u64 << king;
        let sliders = wide.sliders();

        // The king does not shield the squares behind it.
        let through = !occupied | king_bit;
        let (enemy_straight, enemy_diagonal) = (board.straight & us, board.diagonal & us);
        let kinds = Kinds::new::<U, ZONE>(board, us);
        // The zone: the squares that V's king may move to or castle across if U does not attack them.
        let mut zone = KING[king] & !them;
        let rights = board.castling & <U::Opponent as Side>::BACK;
        let (mut one, mut other) = (CastlingSquares::default(), CastlingSquares::default());
        if rights_with_room::<U::Opponent>(rights, king, them) != 0 {
            let paths = castling_paths::<U::Opponent>(rights, king);
            one = CastlingSquares::new::<U::Opponent>(paths[0], them);
            other = CastlingSquares::new::<U::Opponent>(paths[1], them);
        }
        zone |= (one.unattacked | other.unattacked) & !king_bit;
        let enemy = slider_attacks::<W, ZONE>(wide, enemy_straight, enemy_diagonal, through, !us);
        let (mut straight, mut diagonal) = (KingLines::default(), KingLines::default());
        let (mut zone_origins, mut between) = (wide.no_directions(), 0);
        if kinds.straight {
            straight = KingLines::new::<_, true>(sliders, king, occupied, us, board.straight);
        }
        if kinds.diagonal {
            diagonal = KingLines::new::<_, false>(sliders, king, occupied, us, board.diagonal);
        }
        if kinds.straight || kinds.diagonal {
            zone_origins = wide.attack_origins::<ZONE>(zone, through);
            // Squares between a slider of U and the zone: moves there block or open its attack.
            between = wide.intersect(enemy, zone_origins);
        }
        let touch = KING[king] & them
            | straight.sensitive
            | diagonal.sensitive
            | one.sensitive
            | other.sensitive
            | between;
        let origins = wide.lines(zone_origins);
        let mut irregular = SquaresByKind {
            bishop: touch,
            rook: touch,
            queen: touch,
            knight: touch,
            king: touch,
            pawn: touch | pawn_origins::<U>(king_bit),
        };
        let near = KING[king] & !them;
        let mut zone = SquaresByKind {
            bishop: near | origins.diagonal | origins.anti,
            rook: near | origins.file | origins.rank,
            queen: near | origins.all(),
            knight: near | attacks::knights(zone),
            king: near | attacks::kings(zone) | zone,
            pawn: near | pawn_origins::<U>(zone),
        };
        // Castling depends on more squares than the steps of the king.
        let zone_moves = ZONE && one.sensitive | other.sensitive == 0;
        if !zone_moves {
            irregular = irregular.union(&zone);
            zone = SquaresByKind::default();
        }
        KingSurroundings {
            irregular,
            zone,
            zone_moves,
            kinds,
            straight_checks: straight.rays,
            diagonal_checks: diagonal.rays,
            slider_attacks: enemy,
            pinned: straight.pinned | diagonal.pinned,
            danger: wide.lines(enemy).all() | leaper_attacks::<U>(board, us),
            straight_pin_lines: straight.sensitive,
            diagonal_pin_lines: diagonal.sensitive,
        }
    }
}

impl<W: Lanes, const ZONE: bool> Analysis<W, ZONE> {
    /// Counts V's replies to a pass and computes the weights. `attacks` are the attacks of all of V's
    /// sliders.
    #[inline(always)]
    pub(crate) fn new<U: Side>(
        wide: W,
        board: &Board,
        occupied: u64,
        us: u64,
        attacks: W::Directions,
        surroundings: KingSurroundings<W, ZONE>,
    ) -> Self {
        let them = occupied & !us;
        let empty = !occupied;
        let pinned = surroundings.pinned;
        let free = them & !pinned;
        let sliders = (board.straight | board.diagonal) & them;
        let king = board.king::<U::Opponent>();
        let mut attacks = attacks;
        let mut pinned_slider_moves = 0;
        if sliders & pinned != 0 {
            attacks = wide.slider_attacks::<ZONE>(
                board.straight & free,
                board.diagonal & free,
                empty,
                !them,
            );
            pinned_slider_moves = count_pinned_sliders(wide, board, occupied, them, &surroundings);
        }
        let lines = wide.lines(attacks);
        let (mut weights, mut count) = match ZONE && sliders & free == 0 {
            true => (wide.no_weights(empty, !them), 0),
            false => wide.slider_weights::<ZONE>(
                attacks,
                board.straight & free,
                board.diagonal & free,
                empty,
                !them,
            ),
        };
        count += pinned_slider_moves;

        for from in bits(board.knights & free) {
            let moves = (KNIGHT[from] & !them).count_ones();
            count += u64::from(moves);
            weights = wide.knight_weights(weights, from, KNIGHT[from] & them, moves);
        }
        let steps = KING[king] & !them;
        let safe = (steps & !surroundings.danger).count_ones();
        count += u64::from(safe);
        let rights = board.castling & <U::Opponent as Side>::BACK;
        if rights != 0 {
            count += count_castlings::<U::Opponent, _>(
                wide.sliders(),
                board,
                rights,
                surroundings.danger,
            );
        }

        let mut pawns = PawnReach::default();
        if !ZONE || board.pawns & free != 0 {
            (pawns, weights, count) =
                pawn_weights::<U, W>(wide, board, occupied, us, free, weights, count);
        }
        if board.pawns & pinned != 0 {
            count += count_pinned_pawns::<U::Opponent, W, ZONE>(
                board,
                occupied,
                us,
                king,
                &surroundings,
            );
        }

        let mut checks = Checks::default();
        if surroundings.zone_moves {
            let knights = attacks::knights(board.knights & free);
            let reached = lines.all() | knights | pawns.captures | pawns.pushes;
            let kinds = surroundings.kinds;
            checks = Checks::unanswered(wide.sliders(), kinds, king, occupied, reached);
        }
        let straight_checks = surroundings.straight_checks & !checks.straight;
        let diagonal_checks = surroundings.diagonal_checks & !checks.diagonal;
        let mut irregular = surroundings.irregular;
        irregular.bishop |= diagonal_checks;
        irregular.rook |= straight_checks;
        irregular.queen |= diagonal_checks | straight_checks;
        irregular.knight |= KNIGHT[king] & !checks.knight;

        Analysis {
            pass_count: count,
            weights,
            irregular,
            zone: surroundings.zone,
            king_steps: KingSteps {
                squares: steps,
                safe,
                checks,
                slider_attacks: match ZONE {
                    true => wide.once_and_twice(surroundings.slider_attacks),
                    false => (0, 0),
                },
            },
            lines,
            pushes: pawns.pushes,
            pawn_attacks: pawns.captures,
            v_pawns: board.pawns & them,
            no_weights: ZONE && free == 1 << king,
        }
    }
}

/// The squares that V's pawns may reach.
#[derive(Default)]
struct PawnReach {
    /// Pushes that are possible now or once U has left the square.
    pushes: u64,
    captures: u64,
}

/// Adds the contribution of V's pawns that are not pinned to the weights and to the pass count.
#[inline(always)]
fn pawn_weights<U: Side, W: Lanes>(
    wide: W,
    board: &Board,
    occupied: u64,
    us: u64,
    free: u64,
    weights: W::Weights,
    mut count: u64,
) -> (PawnReach, W::Weights, u64) {
    let (them, empty) = (occupied & !us, !occupied);
    let pawns = board.pawns & free;
    let promotion_rank = U::BACK;
    let ahead = <U::Opponent as Side>::forward(pawns);
    // The pushes that are possible now or once U has left the square.
    let (single, east, west) = (ahead & !them, attacks::east(ahead), attacks::west(ahead));
    let third_rank = single & <U::Opponent as Side>::THIRD;
    let double = <U::Opponent as Side>::forward(third_rank) & !them;
    let double_over_empty = <U::Opponent as Side>::forward(third_rank & empty);
    // The square passed over, if the target is empty, and the target, if the square passed over is
    // empty. The two are on different ranks, so one addition serves both.
    let double_weights = (third_rank & U::forward(double & empty)) | (double & double_over_empty);
    // When a pawn is captured, its moves are lost. U's direction is backwards for V.
    let pushed = single & empty;
    let single_origins = U::forward(pushed);
    let double_origins = U::forward(U::forward(double_over_empty & double & empty));
    let east_origins = U::forward(attacks::west(east & us));
    let west_origins = U::forward(attacks::east(west & us));
    let origins = [single_origins, double_origins, east_origins, west_origins];
    for origins in origins {
        count += u64::from(origins.count_ones());
    }
    let promoting = pawns & U::forward(promotion_rank);
    if promoting != 0 {
        for origins in [single_origins, east_origins, west_origins] {
            count += 3 * u64::from((origins & promoting).count_ones());
        }
    }
    let squares = PawnSquares {
        single,
        double: double_weights,
        east,
        west,
        origins,
        promoting,
        promotion_rank,
    };
    let weights = wide.pawn_weights(weights, &squares);
    let reach = PawnReach {
        pushes: single | double,
        captures: east | west,
    };
    (reach, weights, count)
}

/// Counts the moves of pinned sliders along the lines on which they are pinned.
#[cold]
#[inline(never)]
fn count_pinned_sliders<W: Lanes, const ZONE: bool>(
    wide: W,
    board: &Board,
    occupied: u64,
    them: u64,
    surroundings: &KingSurroundings<W, ZONE>,
) -> u64 {
    let sliders = wide.sliders();
    let mut count = 0;
    let pinned = surroundings.pinned & them;
    for from in bits(board.straight & pinned & surroundings.straight_pin_lines) {
        let targets = sliders.rook(from, occupied) & surroundings.straight_pin_lines & !them;
        count += u64::from(targets.count_ones());
    }
    for from in bits(board.diagonal & pinned & surroundings.diagonal_pin_lines) {
        let targets = sliders.bishop(from, occupied) & surroundings.diagonal_pin_lines & !them;
        count += u64::from(targets.count_ones());
    }
    count
}

/// Counts the moves of pinned pawns: pushes on the king's file, and captures along the diagonal of
/// the pin.
#[cold]
#[inline(never)]
fn count_pinned_pawns<V: Side, W: Lanes, const ZONE: bool>(
    board: &Board,
    occupied: u64,
    us: u64,
    king: usize,
    surroundings: &KingSurroundings<W, ZONE>,
) -> u64 {
    let file = attacks::lines(king).file;
    let mut count = 0;
    for from in bits(board.pawns & surroundings.pinned) {
        let pawn = 1u64 << from;
        let single = V::forward(pawn & surroundings.straight_pin_lines & file) & !occupied;
        let double = V::forward(single & V::THIRD) & !occupied;
        let captures = match pawn & surroundings.diagonal_pin_lines {
            0 => 0,
            _ => PAWN[V::COLOR.index()][from] & us & surroundings.diagonal_pin_lines,
        };
        let targets = single | double | captures;
        let promotion_rank = V::forward(V::SEVENTH);
        count += u64::from(targets.count_ones() + 3 * (targets & promotion_rank).count_ones());
    }
    count
}

/// Counts the castling moves of `V`, which must not be in check.
#[inline(always)]
fn count_castlings<V: Side, L: Sliders>(
    sliders: L,
    board: &Board,
    rights: u64,
    danger: u64,
) -> u64 {
    let mut count = Count::default();
    castle::<V, L, _>(board, sliders, &mut count, rights, danger);
    u64::from(count.0)
}
