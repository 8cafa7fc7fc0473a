//! Finds out in which order the other side walks through its moves. After an incorrect unmake, the
//! counts of the following moves depend on that.

use movegen::chess::{CastlingStyle, Position};

use super::replay::Replay;
use crate::ask::{Answer, OtherSide, Question};
use crate::find::{Disagreement, Finding};
use crate::imitate::Orders;

/// The limit of questions about orders.
const MOST_QUESTIONS: usize = 100;

/// The orders of all lists so far. If a tree is wrong, also asks for the lists inside it, as long as
/// there are not too many.
pub(super) fn learn(
    replay: &Replay,
    found: &Disagreement,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
) -> Orders {
    let mut orders = Orders::default();
    for seen in replay.answers() {
        if let Some(lines) = seen.in_order() {
            orders.add(&seen.position, lines);
        }
    }
    if matches!(found.finding, Finding::Tree(_)) {
        // Without an answer, the orders stay unknown.
        let _ = ask_inside(&mut orders, found, other, style);
    }
    orders
}

/// Asks for the lists of all positions inside the tree, breadth first.
fn ask_inside(
    orders: &mut Orders,
    found: &Disagreement,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
) -> Option<()> {
    other.reset().ok()?;
    let mut asked = 0;
    let mut level: Vec<Position> = vec![*found.node.position.chess()];
    for _ in 1..found.node.depth {
        let mut next = Vec::new();
        for position in &level {
            next.extend(position.legal_moves().iter().map(|&mv| position.play(mv)));
        }
        for position in &next {
            if orders.knows(position) {
                continue;
            }
            asked += 1;
            if asked > MOST_QUESTIONS {
                return None;
            }
            let answer = other.ask(&Question {
                fen: &position.fen(style),
                moves: &[],
                depth: 1,
                expected: position.legal_moves().len() as u128,
            });
            if let Answer::Divide(divide) = answer.ok()?
                && divide.unreadable.is_empty()
            {
                orders.add(position, &divide.lines);
            }
        }
        level = next;
    }
    Some(())
}
