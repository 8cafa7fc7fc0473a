//! Defects in reading `position`: the FEN, the moves after it, and what is left of earlier positions.
//! The moves of the position that was understood are right.

mod castlings;
mod fen;
mod moves;
#[cfg(test)]
mod tests;

use movegen::chess::{CastlingStyle, Position, PositionWarning, Setup, Square};

use super::faulty::{KingCapture, trusting};
use super::imitation::defect_table;
use super::{Budget, Counts, Imitation, Unpredicted};
use crate::ask::Question;

/// The kinds of defects, and the table of them. Each row has the kind, the id, and the sentence.
macro_rules! reader_defects {
    ($($defect:ident $id:literal $sentence:literal;)*) => {
        /// What is read incorrectly.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum ReaderDefect {
            $($defect,)*
        }

        defect_table! {
            $($id $sentence readers(ReaderDefect::$defect);)*
        }
    };
}

reader_defects! {
    NoEnPassant "fen-en-passant-ignored" "it ignores the en passant field of a FEN";
    NoBlackEnPassant "fen-en-passant-black-ignored" "it ignores the en passant field of a FEN if Black is to move";
    NoWhiteEnPassant "fen-en-passant-white-ignored" "it ignores the en passant field of a FEN if White is to move";
    WrongEnPassant "fen-en-passant-wrong" "it reads another square from the en passant field of a FEN";
    NoRights "fen-castling-ignored" "it ignores the castling field of a FEN: no side has the right to castle";
    FirstRight "fen-castling-first-letter-only" "it reads only the first letter of the castling field of a FEN";
    LastRight "fen-castling-last-letter-only" "it reads only the last letter of the castling field of a FEN";
    RightsByPlace "fen-castling-letters-by-place" "it reads a letter of the castling field of a FEN only at its place in KQkq: K first, Q second, k third, q fourth";
    NoLetter "fen-castling-letter-ignored" "it ignores one of the letters of the castling field of a FEN";
    NoBlackRights "fen-castling-black-ignored" "it ignores Black's letters in the castling field of a FEN";
    NoWhiteRights "fen-castling-white-ignored" "it ignores White's letters in the castling field of a FEN";
    SwappedRights "fen-castling-sides-swapped" "it reads K as Q and k as q in the castling field of a FEN, and Q as K and q as k";
    RightsOfOther "fen-castling-colours-swapped" "it reads the letters of White in the castling field of a FEN as those of Black, and the other way round";
    AllRights "fen-castling-always-all" "it ignores the castling field of a FEN: kings and rooks on their first squares always have the right to castle";
    InnerRook "fen-castling-inner-rook" "it takes K, Q, k and q in the castling field of a FEN for the rook next to the king, and not for the outermost one";
    CaseIgnored "fen-castling-case-ignored" "it reads small and capital letters in the castling field of a FEN as rights of both sides";
    AnyLetter "fen-castling-any-letter-is-all" "it reads any letter in the castling field of a FEN as all castling rights";
    NoFiles "fen-castling-files-ignored" "it ignores the letters of files in the castling field of a FEN, as in HAha";
    CornersOnly "fen-castling-corners-only" "it ignores the rights in the castling field of a FEN unless the rook stands in a corner";
    Side "fen-side-ignored" "it ignores the side to move of a FEN: White is always to move";
    OtherSide "fen-side-reversed" "it reads w as Black and b as White in a FEN";
    Ranks "fen-ranks-reversed" "it reads the ranks of a FEN in the wrong order";
    Files "fen-files-reversed" "it reads the files of a FEN in the wrong order";
    Start "fen-ignored" "it ignores the FEN and begins with the start position";
    NoMoves "moves-ignored" "it ignores the moves after 'position'";
    FirstMove "moves-first-only" "it plays only the first of the moves after 'position'";
    LastMove "moves-last-only" "it plays only the last of the moves after 'position'";
    AllButLast "moves-all-but-last" "it does not play the last of the moves after 'position'";
    Knights "moves-promotion-always-knight" "a promotion after 'position ... moves' always gives a knight";
    Queens "moves-promotion-letter-ignored" "a promotion after 'position ... moves' always gives a queen";
    StaysPawn "moves-promotion-stays-pawn" "a promotion after 'position ... moves' leaves a pawn";
    RookStays "moves-castling-leaves-rook" "castling after 'position ... moves' moves only the king";
    PawnStays "moves-en-passant-leaves-pawn" "an en passant capture after 'position ... moves' does not remove the pawn";
    PushSetsNothing "moves-en-passant-not-set" "a double push after 'position ... moves' sets no en passant square";
    SquareStays "moves-en-passant-not-cleared" "a move after 'position' leaves the en passant square";
    RightsStay "moves-castling-rights-kept" "moves after 'position' do not end castling rights";
    RookMoveKeepsRight "moves-castling-right-kept-after-rook-move" "a move of the rook after 'position ... moves' does not end its castling right";
    KingMoveKeepsRights "moves-castling-rights-kept-after-king-move" "a move of the king after 'position ... moves' does not end its castling rights";
    CaptureKeepsRight "moves-castling-right-kept-after-rook-captured" "the capture of a rook after 'position ... moves' does not end its castling right";
    CastlingSkipped "moves-castling-ignored" "castling after 'position ... moves' is not played";
    PromotionSkipped "moves-promotion-ignored" "a promotion after 'position ... moves' is not played";
    SideStays "moves-side-not-changed" "moves after 'position' do not change the side to move";
    StaleKing "moves-king-square-stale" "moves of the king after 'position' do not update its cached square";
    FirstPosition "position-set-once" "it sets up only the first position that it is given";
    OldEnPassant "en-passant-kept-from-last-position" "a FEN without an en passant square leaves the square of the position before";
    OldRights "castling-rights-kept-from-last-position" "a new position keeps the castling rights of the position before";
    OldSide "side-kept-from-last-position" "a FEN does not set the side to move: it is that of the position before";
    OldPieces "pieces-kept-from-last-position" "a new position keeps the pieces of the position before on its empty squares";
}

impl ReaderDefect {
    /// In how many forms it occurs, apart from what the program remembers.
    fn forms(self) -> u8 {
        match self {
            ReaderDefect::WrongEnPassant => fen::WRONG_SQUARES,
            ReaderDefect::SwappedRights | ReaderDefect::InnerRook => 3,
            ReaderDefect::FirstRight | ReaderDefect::OldRights => 4,
            ReaderDefect::LastRight | ReaderDefect::RightsByPlace => 2,
            ReaderDefect::NoLetter => fen::LETTERS.len() as u8,
            ReaderDefect::RookStays | ReaderDefect::CastlingSkipped => castlings::NUMBER,
            ReaderDefect::Side | ReaderDefect::StaleKing | ReaderDefect::Start => 2,
            _ => 1,
        }
    }

    /// Whether the defect can be told from others in this form.
    fn occurs(self, form: u8, memory: Memory, validates: bool) -> bool {
        match self {
            // No double push passes such a square.
            ReaderDefect::WrongEnPassant => !(validates && fen::is_impossible(form)),
            ReaderDefect::Start => form == 0 || memory == Memory::Nothing,
            // Rights of the start position that no move ends are granted to everyone.
            ReaderDefect::OldRights => form < 2 || memory == Memory::Board,
            _ => true,
        }
    }

    /// What can be kept from one question to the next.
    fn memories(self) -> &'static [Memory] {
        match self {
            ReaderDefect::Start => &[Memory::Nothing, Memory::Board],
            ReaderDefect::FirstPosition => &[Memory::Answer, Memory::Fen, Memory::Board],
            // The side of a FEN alone would be White for ever.
            ReaderDefect::OldSide => &[Memory::Board],
            ReaderDefect::OldEnPassant | ReaderDefect::OldRights | ReaderDefect::OldPieces => {
                &[Memory::Board, Memory::Fen]
            }
            _ => &[Memory::Nothing],
        }
    }
}

/// What a program keeps from one question to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Nothing,
    /// The position of the FEN, without the moves.
    Fen,
    /// The position after the moves. A FEN that is ignored leaves it: new moves are played from there.
    Board,
    /// The position after the moves of the first question; later moves are ignored as well.
    Answer,
}

/// What a program does with a move that is illegal in the position that it has understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Illegal {
    /// It plays the move.
    Plays,
    /// It ignores the move and all that follow.
    Stops,
    /// It ignores only this move.
    Skips,
}

/// How positions are counted that break the rules, as a misread position can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counting {
    /// Whether an en passant square is forgotten if no double push can have passed it. What such a
    /// program answers about positions that are still invalid is not known.
    validates: bool,
    captures: KingCapture,
}

/// A position as it was understood.
#[derive(Clone, Debug)]
struct Understood {
    setup: Setup,
    /// Cached squares of the kings that are not those on the board.
    kings: [Option<Square>; 2],
}

/// A program with a faulty reader.
struct Reader {
    defect: ReaderDefect,
    form: u8,
    illegal: Illegal,
    memory: Memory,
    counting: Counting,
    /// What is left of the position before.
    before: Option<Setup>,
    /// The moves of the other side's answer; empty if unknown.
    theirs: Vec<String>,
}

/// The variants of a defect.
fn readers(defect: ReaderDefect) -> Vec<Reader> {
    const COUNTINGS: [(bool, KingCapture); 4] = [
        (true, KingCapture::Never),
        (false, KingCapture::KeepsSquare),
        (false, KingCapture::ClearsSquare),
        (false, KingCapture::Never),
    ];
    let mut readers = Vec::new();
    for form in 0..defect.forms() {
        for &memory in defect.memories() {
            for illegal in [Illegal::Plays, Illegal::Stops, Illegal::Skips] {
                for (validates, captures) in COUNTINGS {
                    if !defect.occurs(form, memory, validates) {
                        continue;
                    }
                    let counting = Counting {
                        validates,
                        captures,
                    };
                    readers.push(Reader {
                        defect,
                        form,
                        illegal,
                        memory,
                        counting,
                        before: None,
                        theirs: Vec::new(),
                    });
                }
            }
        }
    }
    readers
}

impl Reader {
    fn read(&mut self, question: &Question) -> Option<Understood> {
        let mut setup = self.begin(question.fen)?;
        if let (Memory::Answer, Some(_)) = (self.memory, &self.before) {
            return Some(Understood::of(setup));
        }
        self.misread(&mut setup, question.fen);
        let mut understood = Understood::of(setup);
        let root = understood.setup.clone();
        let moves = match (self.defect, question.moves) {
            (ReaderDefect::NoMoves, _) => &[],
            (ReaderDefect::Start, _) if self.form == 1 => &[],
            (ReaderDefect::FirstMove, [first, ..]) => std::slice::from_ref(first),
            (ReaderDefect::LastMove, [.., last]) => std::slice::from_ref(last),
            (ReaderDefect::AllButLast, [all @ .., _]) => all,
            (_, moves) => moves,
        };
        for text in moves {
            if self.skips(&understood.setup, text) {
                continue;
            }
            let plays =
                self.illegal == Illegal::Plays || trusting::generates(&understood.setup, text);
            match (plays, self.illegal) {
                (true, _) => self.play(&mut understood, text)?,
                (false, Illegal::Skips) => {}
                (false, _) => break,
            }
        }
        match self.memory {
            Memory::Nothing => {}
            Memory::Fen if self.defect == ReaderDefect::FirstPosition && self.before.is_some() => {}
            Memory::Fen => self.before = Some(root),
            Memory::Board | Memory::Answer => self.before = Some(understood.setup.clone()),
        }
        Some(understood)
    }

    /// The position before the moves, as far as it is not misread.
    fn begin(&self, fen: &str) -> Option<Setup> {
        match (self.defect, &self.before) {
            (ReaderDefect::Start | ReaderDefect::FirstPosition, Some(before)) => {
                Some(before.clone())
            }
            (ReaderDefect::Start, None) => Some(Position::startpos().to_setup()),
            _ => fen.parse().ok(),
        }
    }

    fn count(
        &self,
        understood: &Understood,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<Counts, Unpredicted> {
        let Understood { setup, kings } = understood;
        let mut setup = setup.clone();
        if self.defect == ReaderDefect::OldRights {
            let own: Setup = question.fen.parse().map_err(|_| Unpredicted::Unknown)?;
            setup.castling &= own.castling | fen::possible_rights(&setup);
        }
        let setup = &setup;
        let Counting {
            validates,
            captures,
        } = self.counting;
        let is_en_passant =
            |warning: &PositionWarning| matches!(warning, PositionWarning::EnPassantDropped(_));
        if let Ok((position, warnings)) = Position::from_setup(setup)
            && (validates || !warnings.iter().any(is_en_passant))
            && *kings == [None; 2]
        {
            return self.divide(&position, question, budget);
        }
        if validates {
            return Err(Unpredicted::Unknown);
        }
        Ok(trusting::divide(
            setup,
            *kings,
            captures,
            question.depth,
            budget,
        )?)
    }

    /// The correct divide of a position that is perhaps not that of the question.
    fn divide(
        &self,
        position: &Position,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<Counts, Unpredicted> {
        let divide = budget.divide(position, question.depth, question.expected)?;
        let king = position.king(position.turn()).to_string();
        let style = CastlingStyle::new(position.needs_chess960());
        let lines = divide.lines.iter().map(|(text, count)| {
            // The castling of this position may be no castling in the position that was meant.
            let castling = text
                .starts_with(&king)
                .then(|| position.parse_uci(text).ok());
            let written = |mv| {
                let styles = [CastlingStyle::Standard, CastlingStyle::Chess960];
                let mut texts = styles.map(|style| position.uci(mv, style)).into_iter();
                let theirs = texts.find(|text| self.theirs.contains(text));
                theirs.unwrap_or_else(|| position.uci(mv, style))
            };
            let text = castling.flatten().map_or_else(|| text.clone(), written);
            (text, *count)
        });
        Ok(Counts::of_lines(lines.collect()))
    }
}

impl Understood {
    fn of(setup: Setup) -> Understood {
        Understood {
            setup,
            kings: [None; 2],
        }
    }
}

impl Imitation for Reader {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let understood = self.read(question).ok_or(Unpredicted::Unknown)?;
        self.count(&understood, question, budget)
    }

    fn visits_leaves(&self) -> bool {
        false
    }

    fn expect(&mut self, lines: &[(String, i128)]) {
        self.theirs = lines.iter().map(|line| line.0.clone()).collect();
    }

    fn reset(&mut self) {
        self.before = None;
    }

    fn remembers(&self) -> bool {
        self.memory != Memory::Nothing
    }

    fn sentence(&self) -> Option<String> {
        let text = match (self.defect, self.form) {
            (ReaderDefect::WrongEnPassant, form) => fen::wrong_square(form),
            (
                ReaderDefect::FirstRight | ReaderDefect::LastRight | ReaderDefect::RightsByPlace,
                form @ 1..,
            ) => fen::places_read(self.defect, form),
            (ReaderDefect::NoLetter, form) => {
                let letters: Vec<String> = fen::LETTERS[usize::from(form)]
                    .iter()
                    .map(char::to_string)
                    .collect();
                let letters = letters.join(" and ");
                return Some(format!(
                    "it ignores {letters} in the castling field of a FEN"
                ));
            }
            (ReaderDefect::RookStays | ReaderDefect::CastlingSkipped, form @ 1..) => {
                // The table has the order of the kinds.
                let sentence = DEFECTS[self.defect as usize].sentence;
                return Some(castlings::sentence(sentence, form));
            }
            (ReaderDefect::SwappedRights, 1) => {
                "it reads K as Q and Q as K in the castling field of a FEN"
            }
            (ReaderDefect::SwappedRights, 2) => {
                "it reads k as q and q as k in the castling field of a FEN"
            }
            (ReaderDefect::InnerRook, 1) => {
                "it takes K and k in the castling field of a FEN for the rook next to the king, and not for the outermost one"
            }
            (ReaderDefect::InnerRook, 2) => {
                "it takes Q and q in the castling field of a FEN for the rook next to the king, and not for the outermost one"
            }
            (ReaderDefect::Side, 1) => {
                "it ignores the side to move of a FEN: Black is always to move"
            }
            (ReaderDefect::StaleKing, 1) => {
                "castling after 'position ... moves' does not update the cached square of the king"
            }
            (ReaderDefect::Start, 1) => {
                "it ignores the FEN and the moves: it counts the start position"
            }
            (ReaderDefect::Start, _) if self.memory == Memory::Board => {
                "it ignores the FEN: the moves are played from where the last question has ended"
            }
            (ReaderDefect::FirstPosition, _) if self.memory == Memory::Fen => {
                "it keeps the first FEN that it is given, and plays later moves from there"
            }
            (ReaderDefect::FirstPosition, _) if self.memory == Memory::Board => {
                "it ignores all FENs but the first: later moves are played from where the last question has ended"
            }
            _ => return None,
        };
        Some(text.to_owned())
    }
}
