//! The ways in which a program can have a defect.

use std::rc::Rc;

use super::any_order::AnyOrder;
use super::defect::{Effect, Family, Flag, GeneratorDefect};
use super::imitator::{Common, Imitator};
use super::program::{BOTH, KingCapture, Order, Program, Walk};
use super::sight::Sight;
use crate::imitate::Imitation;

/// The walks, orders and whether the order of the root is that of the answer, in which a program can
/// have this defect.
fn ways(defect: &GeneratorDefect) -> Vec<(Walk, Order, bool)> {
    let mut ways = Vec::new();
    if defect.family != Family::Unmake {
        ways.push((Walk::Copies, Order::Ascending, true));
    }
    if defect.outlives_unmake() {
        for walk in Walk::IN_PLACE {
            for order in Order::ALL {
                ways.extend([true, false].map(|their_order| (walk, order, their_order)));
            }
        }
    }
    ways
}

/// What a program with this defect sees.
fn sight(defect: &GeneratorDefect, colors: u8, form: u8) -> Sight {
    let mut sight = Sight::perfect();
    for effect in defect.effects {
        if let Effect::See(change) = effect {
            let affected = [0, 1].into_iter().filter(|color| colors >> color & 1 != 0);
            affected.for_each(|color| change(&mut sight, color, form));
        }
    }
    sight
}

/// All programs with this defect, the most usual ones first.
pub(super) fn programs(defect: &'static GeneratorDefect) -> Vec<Program> {
    use KingCapture::{ClearsSquare, KeepsSquare, Never};
    let king_captures: &[KingCapture] = match defect.family {
        Family::Missing | Family::Ending | Family::Unmake => &[KeepsSquare],
        Family::Extra | Family::Exposed | Family::Sight | Family::Make => {
            &[KeepsSquare, ClearsSquare, Never]
        }
    };
    let sides: &[u8] = match defect.has(Flag::HasSides) {
        true => &[BOTH, 1, 2],
        false => &[BOTH],
    };
    let ways = ways(defect);
    let mut all = Vec::new();
    for (&sides, colors) in sides
        .iter()
        .flat_map(|side| [BOTH, 1, 2].map(|color| (side, color)))
        .filter(|&(_, colors)| colors == BOTH || !defect.has(Flag::IsOfLists))
    {
        for form in 0..defect.forms.number() {
            let program = Program {
                defect: Some(defect),
                colors,
                sides,
                form,
                sight: sight(defect, colors, form),
                ..Program::correct()
            };
            for &king_capture in king_captures {
                let way = |&(walk, order, their_order): &(Walk, Order, bool)| Program {
                    king_capture,
                    walk,
                    order,
                    their_order,
                    ..program.clone()
                };
                let first = king_capture == KeepsSquare;
                all.extend(
                    ways.iter()
                        .map(way)
                        .filter(|program| first || program.walk == Walk::Copies),
                );
                if defect.has(Flag::KeepsRights) {
                    all.push(Program {
                        king_capture,
                        rights_by_squares: true,
                        ..program.clone()
                    });
                }
            }
        }
    }
    all
}

/// The chosen programs with this defect, as imitations. Those that differ only in the order of their moves are one.
pub(super) fn variants(
    defect: &'static GeneratorDefect,
    is_chosen: impl Fn(&Program) -> bool,
) -> Vec<Box<dyn Imitation>> {
    let groups = groups(defect, is_chosen).into_iter();
    let one = |mut group: Vec<Imitator>| -> Option<Box<dyn Imitation>> {
        match group.len() {
            1 => Some(Box::new(group.pop()?)),
            _ => Some(Box::new(AnyOrder::new(group))),
        }
    };
    groups.filter_map(one).collect()
}

/// The chosen programs with this defect, in groups that differ only in the order of their moves.
pub(super) fn groups(
    defect: &'static GeneratorDefect,
    is_chosen: impl Fn(&Program) -> bool,
) -> Vec<Vec<Imitator>> {
    // What has no effect in one way of walking can have one in another.
    let mut commons: Vec<((u8, Walk), Rc<Common>)> = Vec::new();
    let mut imitator = |program: Program| {
        let way = (program.form, program.walk);
        let common = match commons.iter().find(|common| common.0 == way) {
            Some((_, common)) => Rc::clone(common),
            None => {
                let common = Rc::<Common>::default();
                commons.push((way, Rc::clone(&common)));
                common
            }
        };
        Imitator::new(program, common)
    };
    let mut programs = programs(defect);
    programs.retain(is_chosen);
    let mut all = Vec::new();
    if defect.outlives_unmake() {
        let in_their_order = programs
            .iter()
            .filter(|program| program.their_order && program.unmakes());
        let mut left: Vec<Program> = in_their_order.cloned().collect();
        while let Some(first) = left.first().cloned() {
            let same = left.extract_if(.., |other| other.is_same_but_for_order(&first));
            all.push(same.map(&mut imitator).collect());
        }
    }
    // Programs that sort their lines walk through the root in an order of their own. They are rare: only
    // the whole defect is imitated.
    let single = programs
        .into_iter()
        .filter(|program| !program.unmakes() || !program.their_order && program.is_unlimited());
    all.extend(single.map(|program| vec![imitator(program)]));
    all
}
