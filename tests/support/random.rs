//! Random positions, the same in every run: each test has its own fixed seed.

use movegen::chess::Setup;
pub(crate) use movegen::chess::random::chess960_start;
use movegen::chess::random::setup as random_setup;
pub(crate) use movegen::random::Random;

use super::naive::{self, NaiveMove};

/// An arrangement whose rules are defined: the side not to move is not in check.
pub(crate) fn placement(random: &mut Random) -> Setup {
    loop {
        let setup = random_setup(random, true);
        if !naive::opponent_in_check(&setup) {
            return setup;
        }
    }
}

/// Plays at most `plies` random legal moves and passes every setup on the way to `visit`, the first
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

/// Chooses mostly any move, but often one of the rare kinds where bugs hide: uniformly random play
/// castles, promotes and captures en passant too rarely to test them.
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
