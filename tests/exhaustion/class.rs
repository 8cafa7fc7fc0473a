//! Classes of positions: which men are on the board.

use std::fmt;
use std::str::FromStr;

use movegen::chess::{Color, PieceKind};

use super::man::Man;
use super::oracle::MAX_MEN;

/// The men of a class, sorted. Its name has White's men before a `v` and Black's after it: `KQvKR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class(Vec<Man>);

/// A text that is no name of a class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no class: write White's men, 'v' and Black's men, each side with one king first and two to {MAX_MEN} men in all, as in KQvKR"
)]
pub(crate) struct ClassError(String);

impl Class {
    /// All classes of up to this number of men, the smaller ones first.
    pub(crate) fn all(men: usize) -> Vec<Class> {
        let kings = Color::ALL.map(|color| Man::new(color, PieceKind::King));
        let mut classes = vec![Class(kings.to_vec())];
        let mut begin = 0;
        for _ in kings.len()..men {
            let end = classes.len();
            for index in begin..end {
                // Each set of men once: the new man does not come before the last one.
                let greatest = classes[index].others().last();
                let others =
                    Man::all_but_kings().filter(|&man| greatest.is_none_or(|last| man >= last));
                let larger: Vec<_> = others.map(|man| classes[index].with(man)).collect();
                classes.extend(larger);
            }
            begin = end;
        }
        classes
    }

    /// The men, sorted.
    pub(crate) fn men(&self) -> &[Man] {
        &self.0
    }

    /// The men but the kings.
    fn others(&self) -> impl Iterator<Item = Man> {
        let men = self.0.iter().copied();
        men.filter(|man| man.kind() != PieceKind::King)
    }

    fn with(&self, man: Man) -> Class {
        Class::sorted(self.0.iter().copied().chain([man]).collect())
    }

    fn sorted(mut men: Vec<Man>) -> Class {
        men.sort();
        Class(men)
    }

    /// The class itself and those that one move can lead to: without a captured man, with a promoted pawn, or both.
    pub(crate) fn after_a_move(&self) -> Vec<Class> {
        let mut promoted = vec![self.clone()];
        let kinds = [
            PieceKind::Queen,
            PieceKind::Rook,
            PieceKind::Bishop,
            PieceKind::Knight,
        ];
        for (place, man) in self.0.iter().enumerate() {
            if man.kind() == PieceKind::Pawn {
                promoted.extend(kinds.map(|kind| {
                    let mut men = self.0.clone();
                    men[place] = Man::new(man.color(), kind);
                    Class::sorted(men)
                }));
            }
        }
        let mut classes = promoted.clone();
        for class in &promoted {
            for (place, man) in class.0.iter().enumerate() {
                if man.kind() != PieceKind::King {
                    let mut men = class.0.clone();
                    men.remove(place);
                    classes.push(Class(men));
                }
            }
        }
        classes
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, color) in Color::ALL.into_iter().enumerate() {
            if index > 0 {
                f.write_str("v")?;
            }
            for man in self.0.iter().filter(|man| man.color() == color) {
                write!(f, "{}", man.kind().letter().to_ascii_uppercase())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Class {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Class, ClassError> {
        let mut all = Class::all(MAX_MEN).into_iter();
        all.find(|class| class.to_string() == text)
            .ok_or_else(|| ClassError(text.to_owned()))
    }
}
